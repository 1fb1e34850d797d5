//: tries = "has the compiler compute for ever"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 1000
//: compile_mib = 256
constexpr unsigned long turn(unsigned long n)
{
    unsigned long sum = 0;
    for (unsigned long i = 0; i < 200000; i++)
        sum += i ^ n;
    return sum;
}
template <unsigned long n> struct Many {
    static constexpr unsigned long value = turn(n) + Many<n - 1>::value;
};
template <> struct Many<0> {
    static constexpr unsigned long value = 0;
};

int main() { return Many<800>::value & 1; }
