import com.sun.source.tree.ClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles one Java source whose file name is not known into a jar that can be started: {@code Compile SOURCE JAR}.
 *
 * <p>A judged source comes without a name, so a public class of any name is welcome. The class to start is found
 * among the compiled declarations, never in the text: of the classes that declare {@code public static void
 * main(String[])} the public one, else the one named Main, else the first in the source. Exit code 1, and javac's own
 * words on standard error, when the source does not compile; exit code 1 also when no class can be started.
 */
final class Compile {
    private static final List<String> OPTIONS =
            List.of("-encoding", "UTF-8", "-proc:none", "-implicit:none", "-classpath", "/nowhere");

    private Compile() {}

    public static void main(String[] args) throws IOException {
        PrintWriter messages = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8));
        boolean done = compile(Path.of(args[0]), Path.of(args[1]), messages);
        messages.flush();
        System.exit(done ? 0 : 1);
    }

    private static boolean compile(Path source, Path jar, PrintWriter messages) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        // Bytes that are not text are reported by the file manager, to its own listener: the task never counts them.
        List<Diagnostic<?>> undecodable = new ArrayList<>();
        StandardJavaFileManager files =
                compiler.getStandardFileManager(undecodable::add, null, StandardCharsets.UTF_8);
        List<JavaFileObject> units = new ArrayList<>();
        files.getJavaFileObjects(source).forEach(file -> units.add(new NamelessSource(file)));
        CompiledClasses compiled = new CompiledClasses(files);
        JavacTask task = (JavacTask) compiler.getTask(messages, compiled, null, OPTIONS, null, units);
        MainClasses mains = new MainClasses(task.getElements());
        task.addTaskListener(mains);
        boolean compiles = task.call();
        undecodable.forEach(messages::println);
        if (!compiles || !undecodable.isEmpty()) {
            return false;
        }
        String start = mains.best();
        if (start == null) {
            messages.println(source.getFileName() + ": error: no class declares `public static void main(String[] args)`,"
                    + " so the program has no entry point");
            return false;
        }
        compiled.write(jar, start);
        return true;
    }

    /** A source file that may declare public classes of any name and may begin with a byte order mark. */
    private static final class NamelessSource extends ForwardingJavaFileObject<JavaFileObject> {
        NamelessSource(JavaFileObject file) {
            super(file);
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            CharSequence text = super.getCharContent(ignoreEncodingErrors);
            return text.length() > 0 && text.charAt(0) == '\uFEFF' ? text.subSequence(1, text.length()) : text;
        }
    }

    /** Collects, while javac analyses, the classes that declare a main method. */
    private static final class MainClasses implements TaskListener {
        private record Candidate(String binaryName, boolean isPublic, boolean isNamedMain, int place) {}

        private final Elements elements;
        private final List<Candidate> candidates = new ArrayList<>();

        MainClasses(Elements elements) {
            this.elements = elements;
        }

        @Override
        public void finished(TaskEvent event) {
            if (event.getKind() == TaskEvent.Kind.ANALYZE) {
                add(event.getTypeElement(), placeInSource(event));
            }
        }

        /** The classes of a file are not always analysed in the order in which they were written. */
        private static int placeInSource(TaskEvent event) {
            int place = 0;
            for (var declaration : event.getCompilationUnit().getTypeDecls()) {
                if (declaration instanceof ClassTree tree
                        && tree.getSimpleName().equals(event.getTypeElement().getSimpleName())) {
                    return place;
                }
                place++;
            }
            return place;
        }

        private void add(TypeElement type, int place) {
            if (ElementFilter.methodsIn(type.getEnclosedElements()).stream().anyMatch(MainClasses::isMain)) {
                boolean isPublic = type.getModifiers().contains(Modifier.PUBLIC) && !type.getNestingKind().isNested();
                boolean isNamedMain = type.getSimpleName().contentEquals("Main");
                candidates.add(new Candidate(elements.getBinaryName(type).toString(), isPublic, isNamedMain, place));
            }
            ElementFilter.typesIn(type.getEnclosedElements()).forEach(nested -> add(nested, place));
        }

        private static boolean isMain(ExecutableElement method) {
            return method.getSimpleName().contentEquals("main")
                    && method.getModifiers().contains(Modifier.PUBLIC)
                    && method.getModifiers().contains(Modifier.STATIC)
                    && method.getReturnType().getKind() == TypeKind.VOID
                    && method.getParameters().size() == 1
                    && isStringArray(method.getParameters().get(0).asType());
        }

        private static boolean isStringArray(TypeMirror type) {
            return type instanceof ArrayType array && array.getComponentType().toString().equals("java.lang.String");
        }

        /** The binary name of the class to start, or null. Sorting is stable: nested classes follow their outer one. */
        String best() {
            candidates.sort(Comparator.comparing(Candidate::isPublic).reversed()
                    .thenComparing(Comparator.comparing(Candidate::isNamedMain).reversed())
                    .thenComparing(Candidate::place));
            return candidates.isEmpty() ? null : candidates.get(0).binaryName();
        }
    }

    /** Keeps what javac compiles in memory, by the path of the class file in a jar. */
    private static final class CompiledClasses extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes = new TreeMap<>();

        CompiledClasses(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            String path = className.replace('.', '/') + kind.extension;
            return new SimpleJavaFileObject(URI.create("memory:///Main" + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(path, bytes);
                    return bytes;
                }
            };
        }

        /** Equal classes give equal bytes: the entries are sorted and carry no time. */
        void write(Path jar, String start) throws IOException {
            Manifest manifest = new Manifest();
            manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, start);
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                out.setLevel(Deflater.NO_COMPRESSION);
                out.putNextEntry(timeless(JarFile.MANIFEST_NAME));
                manifest.write(out);
                for (var entry : classes.entrySet()) {
                    out.putNextEntry(timeless(entry.getKey()));
                    entry.getValue().writeTo(out);
                }
            }
        }

        private static ZipEntry timeless(String name) {
            ZipEntry entry = new ZipEntry(name);
            entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
            return entry;
        }
    }
}
