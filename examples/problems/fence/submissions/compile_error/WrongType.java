class Main {
    public static void main(String[] args) {
        int length = "12.0 6.0";
        System.out.println(length);
    }
}
