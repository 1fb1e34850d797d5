import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        Map<String, Integer> counts = new TreeMap<>();
        for (int i = 0; i < n; i++) counts.merge(in.next().toLowerCase(Locale.ROOT), 1, Integer::sum);
        List<Map.Entry<String, Integer>> ranked = new ArrayList<>(counts.entrySet());
        ranked.sort((a, b) -> b.getValue() - a.getValue());
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, Integer> e : ranked) out.append(e.getKey()).append(' ').append(e.getValue()).append('\n');
        System.out.print(out);
    }
}
