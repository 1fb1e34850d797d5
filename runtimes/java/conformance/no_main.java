public class Main {
    static void main() {
        System.out.println("not an entry point");
    }
}
