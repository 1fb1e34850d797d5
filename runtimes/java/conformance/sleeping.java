public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread.sleep(300);
        System.out.println("awake");
    }
}
