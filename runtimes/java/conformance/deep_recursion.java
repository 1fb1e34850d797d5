import java.util.Scanner;

public class Main {
    private static int depth(int n) {
        return n == 0 ? 0 : 1 + depth(n - 1);
    }

    public static void main(String[] args) {
        System.out.println(depth(new Scanner(System.in).nextInt()));
    }
}
