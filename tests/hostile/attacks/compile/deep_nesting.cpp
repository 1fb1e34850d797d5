//: tries = "nests expressions and types deeper than the compiler's stack"
//: expect = ["COMPILE_ERROR", "ACCEPTED"]
//: compile_ms = 1000
//: compile_mib = 256
#include <cstdio>
#define P1 ((((((((((
#define Q1 ))))))))))
#define P2 P1 P1 P1 P1 P1 P1 P1 P1 P1 P1
#define Q2 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1 Q1
#define P3 P2 P2 P2 P2 P2 P2 P2 P2 P2 P2
#define Q3 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2 Q2
#define P4 P3 P3 P3 P3 P3 P3 P3 P3 P3 P3
#define Q4 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3 Q3
#define P5 P4 P4 P4 P4 P4 P4 P4 P4 P4 P4
#define Q5 Q4 Q4 Q4 Q4 Q4 Q4 Q4 Q4 Q4 Q4

int main()
{
    int value = P5 1 Q5;
    std::puts(value == 1 ? "CONTAINED" : "GOT another value");
}
