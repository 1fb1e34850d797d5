public class Main {
    public static void main(String[] args) {
        long steps = 0;
        while (System.nanoTime() != steps) {
            steps--;
        }
    }
}
