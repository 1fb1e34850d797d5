import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;

/** Counts the different heights, as if the huts could be visited in any order. */
class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Set<Integer> heights = new HashSet<>();
        for (int i = 0; i < n; i++) heights.add(in.nextInt());
        System.out.println(heights.size());
    }
}
