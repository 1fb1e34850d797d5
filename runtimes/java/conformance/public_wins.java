class Main {
    public static void main(String[] args) {
        System.out.println("Main");
    }
}

public class Other {
    public static void main(String... args) {
        System.out.println("public");
    }
}
