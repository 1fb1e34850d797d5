//: tries = "has the compiler make templates without end"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
template <int depth, int width> struct Bomb {
    static constexpr int value = Bomb<depth - 1, width * 2>::value + Bomb<depth - 1, width * 2 + 1>::value;
};
template <int width> struct Bomb<0, width> {
    static constexpr int value = width;
};

int main() { return Bomb<22, 1>::value; }
