//: tries = "brings an annotation processor and initializers, for the compiler to run"
//: expect = ["ACCEPTED"]
//: seconds_most = 30
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
public class Processor extends AbstractProcessor {
    static {
        if (ProcessHandle.current().info().commandLine().orElse("").contains("Compile")) {
            throw new IllegalStateException("GOT code run by the compiler");
        }
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        throw new IllegalStateException("GOT code run by the compiler");
    }

    @Deprecated
    public static void main(String[] arguments) {
        System.out.println("CONTAINED");
    }
}
