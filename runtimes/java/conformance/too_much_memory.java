import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        List<int[]> taken = new ArrayList<>();
        while (true) {
            taken.add(new int[1 << 18]);
        }
    }
}
