//: tries = "takes memory outside of Java's heap, where Java's own limits do not count"
//: expect = ["MEMORY_LIMIT", "RUNTIME_ERROR"]
//: memory_most_mib = 200
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class JavaDirect {
    public static void main(String[] arguments) throws Exception {
        var field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        var unsafe = (sun.misc.Unsafe) field.get(null);
        List<ByteBuffer> kept = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            long at = unsafe.allocateMemory(1 << 20);
            unsafe.setMemory(at, 1 << 20, (byte) 1);
        }
        System.out.println("GOT 400 MiB " + kept.size());
    }
}
