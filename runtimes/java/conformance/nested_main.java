interface Outer {
    enum Inner {
        ONE;

        public static void main(String[] args) {
            System.out.println("nested");
        }
    }
}
