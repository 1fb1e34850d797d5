import java.io.*;
import java.lang.management.ManagementFactory;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.nio.file.attribute.*;
import java.security.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Main {
    interface Use {
        void run() throws Exception;
    }

    static void must(boolean condition, String what) {
        if (!condition) throw new IllegalStateException(what);
    }

    static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        AtomicInteger count = new AtomicInteger();
        CountDownLatch latch = new CountDownLatch(8);
        for (int i = 0; i < 8; i++)
            pool.submit(() -> {
                count.incrementAndGet();
                latch.countDown();
            });
        must(latch.await(10, TimeUnit.SECONDS) && count.get() == 8, "pool");
        pool.shutdown();
        ReentrantLock lock = new ReentrantLock();
        must(lock.tryLock(1, TimeUnit.MILLISECONDS), "lock");
        must(IntStream.range(0, 10000).parallel().sum() == 49995000, "parallel");
        Thread deep = new Thread(null, count::incrementAndGet, "deep", 256L << 20);
        deep.setPriority(Thread.MAX_PRIORITY);
        deep.start();
        deep.join();
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            must(virtual.submit(() -> { Thread.sleep(1); return 5; }).get() == 5, "virtual");
        }
        must(Runtime.getRuntime().availableProcessors() > 0, "processors");
    }

    static void timers() throws Exception {
        long before = System.nanoTime();
        Thread.sleep(2);
        must(System.nanoTime() - before >= 2_000_000 && System.currentTimeMillis() > 0, "clocks");
        CountDownLatch fired = new CountDownLatch(2);
        Timer timer = new Timer(true);
        timer.schedule(new TimerTask() { public void run() { fired.countDown(); } }, 1);
        ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
        scheduled.schedule(fired::countDown, 1, TimeUnit.MILLISECONDS);
        must(fired.await(10, TimeUnit.SECONDS), "timers");
        scheduled.shutdown();
        LockSupport.parkNanos(1000);
        must(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() >= 0, "cpu time");
    }

    static void signals() throws Exception {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().removeShutdownHook(hook);
        int[] none = null;
        for (int i = 0; i < 20000; i++)
            try {
                none[0]++;
            } catch (NullPointerException expected) {
                continue;
            }
    }

    static void polling() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        try (Selector selector = Selector.open()) {
            pipe.source().register(selector, SelectionKey.OP_READ);
            pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
            must(selector.select(1000) == 1, "select");
            selector.wakeup();
        }
    }

    static void mapping() throws Exception {
        Path path = Path.of("mapped");
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer map = file.map(FileChannel.MapMode.READ_WRITE, 0, 8192);
            map.put(0, (byte) 7);
            map.force();
        }
        must(Files.readAllBytes(path)[0] == 7, "map");
        ByteBuffer direct = ByteBuffer.allocateDirect(8 << 20);
        must(direct.capacity() == 8 << 20, "direct");
        byte[][] garbage = new byte[16][];
        for (int i = 0; i < 64; i++) garbage[i % 16] = new byte[1 << 20];
        System.gc();
    }

    static void files() throws Exception {
        Path folder = Files.createTempDirectory("facilities");
        Path file = folder.resolve("file");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 16; i++) out.write(new byte[1 << 20]);
        }
        must(Files.size(file) == 16 << 20, "size");
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw"); FileLock held = access.getChannel().lock()) {
            access.setLength(3);
            access.getFD().sync();
        }
        Files.copy(file, folder.resolve("copy"));
        Files.createSymbolicLink(folder.resolve("link"), Path.of("file"));
        Files.createLink(folder.resolve("hard"), file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        Files.move(file, folder.resolve("moved"), StandardCopyOption.ATOMIC_MOVE);
        must(new File("/tmp").getFreeSpace() > 0, "space");
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> found = all.sorted(Comparator.reverseOrder()).toList();
            must(found.size() == 5, "walk");
            for (Path each : found) Files.delete(each);
        }
        must(Path.of("").toAbsolutePath().toString().equals("/tmp"), "folder");
    }

    static void children() throws Exception {
        Process echo = new ProcessBuilder("/bin/sh", "-c", "echo word; exit 3").redirectErrorStream(true).start();
        must(new String(echo.getInputStream().readAllBytes()).equals("word\n") && echo.waitFor() == 3, "process");
        must(ProcessHandle.current().pid() > 0, "pid");
    }

    static void sockets() throws Exception {
        Path path = Path.of("server");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            try (SocketChannel client = SocketChannel.open(address); SocketChannel accepted = server.accept()) {
                client.write(ByteBuffer.wrap(new byte[] {1}));
                must(accepted.read(ByteBuffer.allocate(1)) == 1, "read");
            }
        }
        try {
            new ServerSocket(0).close();
            throw new IllegalStateException("an internet socket");
        } catch (SocketException expected) {
            InetAddress.getLoopbackAddress();
        }
    }

    static void random() throws Exception {
        must(new SecureRandom().nextInt(6) < 6 && SecureRandom.getInstanceStrong().nextInt(6) < 6, "secure");
        must(UUID.randomUUID().version() == 4 && new Random().nextInt(6) < 6, "random");
        must(ThreadLocalRandom.current().nextInt(6) < 6 && MessageDigest.getInstance("SHA-256").digest().length == 32, "digest");
    }

    static void locale() {
        must(Charset.defaultCharset().equals(StandardCharsets.UTF_8), "charset");
        must(String.format(Locale.ROOT, "%,d %.1f", 1234567, 0.5).equals("1,234,567 0.5"), "format");
        must(ZoneId.systemDefault() != null && LocalDate.now().getYear() > 2000, "time");
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Use> all = new LinkedHashMap<>();
        all.put("threads", Main::threads);
        all.put("timers", Main::timers);
        all.put("signals", Main::signals);
        all.put("polling", Main::polling);
        all.put("mapping", Main::mapping);
        all.put("files", Main::files);
        all.put("children", Main::children);
        all.put("sockets", Main::sockets);
        all.put("random", Main::random);
        all.put("locale", Main::locale);
        for (Map.Entry<String, Use> each : all.entrySet()) {
            each.getValue().run();
            System.out.println(each.getKey());
        }
    }
}
