import java.util.Scanner;

/** Keeps one word too few: ArrayIndexOutOfBoundsException, exit code 1. */
class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        String[] words = new String[n - 1];
        for (int i = 0; i < n; i++) words[i] = in.next();
        System.out.println(words.length);
    }
}
