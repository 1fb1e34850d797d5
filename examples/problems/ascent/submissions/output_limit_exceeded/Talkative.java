import java.util.Arrays;

/** Prints 64 MiB of its thoughts; the problem allows 8. */
public class Talkative {
    public static void main(String[] args) {
        byte[] line = new byte[1 << 16];
        Arrays.fill(line, (byte) '.');
        line[line.length - 1] = '\n';
        for (int i = 0; i < 1024; i++) System.out.write(line, 0, line.length);
        System.out.flush();
    }
}
