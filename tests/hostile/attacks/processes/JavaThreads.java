//: tries = "starts threads in Java until nothing more is given, none of which ends"
//: expect = ["RUNTIME_ERROR(exit 4)"]
//: seconds_most = 30
public class JavaThreads {
    public static void main(String[] arguments) {
        int started = 0;
        try {
            while (started < 1000) {
                Thread thread = new Thread(null, () -> { while (true) Thread.onSpinWait(); }, "t", 65536);
                thread.setDaemon(true);
                thread.setPriority(Thread.MIN_PRIORITY);
                Thread rest = new Thread(null, () -> { try { Thread.sleep(60000); } catch (InterruptedException e) { } }, "r", 65536);
                rest.setDaemon(true);
                rest.start();
                started++;
            }
        } catch (OutOfMemoryError none) {
            // The limit of processes, as Java calls it.
        }
        System.err.println(started + " threads");
        Runtime.getRuntime().halt(started < 128 ? 4 : 3);
    }
}
