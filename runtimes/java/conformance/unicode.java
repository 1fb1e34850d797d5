import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        String line = new Scanner(System.in).nextLine();
        System.out.println(line);
        System.out.println(line.codePointCount(0, line.length()));
    }
}
