import java.util.Locale;
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] x = new long[n], y = new long[n];
        for (int i = 0; i < n; i++) {
            x[i] = in.nextLong();
            y[i] = in.nextLong();
        }
        double length = 0;
        long doubled = 0;
        for (int i = 0, j = n - 1; i < n; j = i++) {
            length += Math.hypot(x[i] - x[j], y[i] - y[j]);
            doubled += x[j] * y[i] - x[i] * y[j];
        }
        System.out.printf(Locale.ROOT, "%.9f %.1f%n", length, Math.abs(doubled) / 2.0);
    }
}
