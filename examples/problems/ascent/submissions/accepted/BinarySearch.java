import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.Arrays;

class Main {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        in.nextToken();
        int n = (int) in.nval;
        int[] last = new int[n];
        int nights = 0;
        for (int i = 0; i < n; i++) {
            in.nextToken();
            int height = (int) in.nval;
            int place = Arrays.binarySearch(last, 0, nights, height);
            if (place < 0) place = -place - 1;
            last[place] = height;
            if (place == nights) nights++;
        }
        System.out.println(nights);
    }
}
