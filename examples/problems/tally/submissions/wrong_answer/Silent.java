/** Reads everything and prints nothing. */
class Main {
    public static void main(String[] args) throws java.io.IOException {
        System.in.readAllBytes();
    }
}
