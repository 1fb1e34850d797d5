import java.util.Arrays;

public class Main {
    public static void main(String[] args) {
        byte[] bytes = new byte[160 << 20];
        Arrays.fill(bytes, (byte) 1);
        long sum = 0;
        for (byte one : bytes) {
            sum += one;
        }
        System.out.println(sum >> 20);
    }
}
