//: tries = "writes single bytes, each of which could become a frame of its own, to a judge that is slow to read"
//: expect = ["TIME_LIMIT", "OUTPUT_LIMIT"]
//: time_ms = 300
//: slow_reader = true
#include <unistd.h>

int main(void)
{
    while (write(1, "x", 1) > 0 && write(2, "y", 1) > 0)
        ;
}
