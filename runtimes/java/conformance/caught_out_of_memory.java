public class Main {
    public static void main(String[] args) {
        try {
            System.out.println(new long[100_000_000].length);
        } catch (OutOfMemoryError error) {
            System.out.println("caught");
        }
    }
}
