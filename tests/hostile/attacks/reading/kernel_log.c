//: tries = "reads the kernel's log and its traces"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <sys/klog.h>

int main(void)
{
    char data[4096];
    for (int action = 2; action <= 4; action++)
        if (klogctl(action, data, sizeof data) > 0)
            got("the log, by action %d", action);
    if (klogctl(10, NULL, 0) > 0)
        got("the size of the log");
    must_be_closed("/dev/kmsg");
    must_be_closed("/proc/kmsg");
    must_be_closed("/sys/kernel/debug/tracing/trace");
    must_be_closed("/sys/kernel/tracing/trace");
    must_be_closed("/sys/fs/pstore/dmesg");
    must_be_closed("/var/log/messages");
    return contained();
}
