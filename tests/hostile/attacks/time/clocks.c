//: tries = "sets the clocks of the host"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/time.h>
#include <sys/timex.h>

int main(void)
{
    struct timespec then = {1, 0};
    struct timex adjust = {.modes = ADJ_OFFSET_SINGLESHOT, .offset = 1000};
    if (clock_settime(CLOCK_REALTIME, &then) == 0 || settimeofday(&(struct timeval){1, 0}, NULL) == 0)
        got("the clock");
    if (adjtimex(&adjust) >= 0 || clock_adjtime(CLOCK_REALTIME, &adjust) >= 0)
        got("the speed of the clock");
    int offsets = open("/proc/self/timens_offsets", O_WRONLY);
    if (offsets >= 0 && write(offsets, "monotonic 1000 0", 16) > 0)
        got("the clock of its children");
    must_not_be_writable("/dev/rtc");
    return contained();
}
