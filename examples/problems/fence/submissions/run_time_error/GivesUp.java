/** Prints a right answer to the first sample and gives up with exit code 7. */
class Main {
    public static void main(String[] args) {
        System.out.println("12.0 6.0");
        System.out.flush();
        System.exit(7);
    }
}
