public class Marked {
    public static void main(String[] args) {
        System.out.println("marked");
    }
}
