import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StreamTokenizer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.*;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Uses what contest programs use. Run while the image is built: the classes that it loads go into the archives. */
public class Typical {
    record Item(int weight, String name) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Scanner scanner = new Scanner(System.in);
        long sum = scanner.nextInt() + scanner.nextLong();
        scanner.nextLine();
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println(sum + " " + readers() + " " + collections() + " " + streams() + " " + numbers());
        out.printf("%d %.3f %s%n", sum, 0.5, "text");
        out.flush();
        System.out.println(String.format("%5d", 3));
        System.out.printf("%d%n", 1);
        System.out.println('c');
        Thread deep = new Thread(null, () -> System.out.println(1.5), "deep", 1 << 26);
        deep.start();
        deep.join();
    }

    private static int readers() throws IOException {
        byte[] bytes = "1 2.5 word\n3 4\n".getBytes();
        BufferedReader reader = new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes)));
        StringTokenizer words = new StringTokenizer(reader.readLine());
        int first = Integer.parseInt(words.nextToken()) + (int) Double.parseDouble(words.nextToken());
        int[] row = Arrays.stream(reader.readLine().split(" ")).mapToInt(Integer::parseInt).toArray();
        Arrays.sort(row);
        StreamTokenizer tokens = new StreamTokenizer(new ByteArrayInputStream(bytes));
        tokens.nextToken();
        return first + row[0] + (int) tokens.nval + new DataInputStream(new ByteArrayInputStream(bytes)).readByte();
    }

    private static int collections() {
        Map<Integer, List<Integer>> graph = new HashMap<>();
        graph.computeIfAbsent(1, key -> new ArrayList<>()).add(2);
        TreeMap<Integer, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
        counts.merge(1, 1, Integer::sum);
        for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
            entry.getValue();
        }
        PriorityQueue<int[]> heap = new PriorityQueue<>((a, b) -> Integer.compare(a[0], b[0]));
        heap.add(new int[] {2});
        heap.add(new int[] {1});
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(1, 2));
        Set<String> seen = new LinkedHashSet<>(new HashSet<>(List.of("a")));
        new TreeSet<>(List.of(3, 1)).first();
        new LinkedList<>(List.of(1)).pop();
        new Stack<Integer>().push(3);
        new BitSet(9).set(3);
        List<Integer> numbers = new ArrayList<>(List.of(2, 1));
        Collections.sort(numbers);
        return heap.poll()[0] + queue.pollFirst() + seen.size() + numbers.toString().length() + graph.size();
    }

    private static String streams() {
        List<Item> items = new ArrayList<>(List.of(new Item(2, "b"), new Item(1, "a")));
        items.sort(Comparator.comparingInt(Item::weight).thenComparing(Item::name));
        Map<Integer, List<Item>> groups = items.stream().collect(Collectors.groupingBy(item -> item.weight() % 2));
        String joined = IntStream.range(0, 3).mapToObj(String::valueOf).collect(Collectors.joining(","));
        return joined + groups.size() + items.stream().filter(item -> item.weight() > 1).map(Item::name).toList();
    }

    private static String numbers() {
        BigInteger power = BigInteger.TWO.pow(100).mod(BigInteger.valueOf(7));
        StringBuilder text = new StringBuilder();
        text.append(1).append(' ').append(2.5).append(power).append(new BigDecimal("1.5").add(BigDecimal.ONE));
        return text.reverse() + "x".repeat(2) + Math.sqrt(2) + new Random(3).nextInt() + Long.toBinaryString(5);
    }
}
