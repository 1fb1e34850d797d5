package school.week3;

// public class Wrong { public static void main(String[] args) {} }
public final class Right {
    static final String TEXT = "public class Third { public static void main(String[] args) {} }";
}

class Second {
    public static void main(String[] args) {
        System.out.println(Right.TEXT.isEmpty() ? "wrong" : "second");
    }
}
