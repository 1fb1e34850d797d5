import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringTokenizer;

/** Looks at every pair of huts: right, and too slow for 400 000 of them. */
class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        StringTokenizer row = new StringTokenizer(in.readLine());
        int[] heights = new int[n], nights = new int[n];
        int most = 0;
        for (int i = 0; i < n; i++) {
            heights[i] = Integer.parseInt(row.nextToken());
            int best = 0;
            for (int j = i - 1; j >= 0; j--) {
                if (nights[j] <= best) continue;
                if (heights[j] < heights[i]) best = nights[j];
            }
            nights[i] = best + 1;
            most = Math.max(most, nights[i]);
        }
        System.out.println(most);
    }
}
