//: tries = "asks the preprocessor which files of the host and of other boxes are there"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
#if __has_include("@SECRET_FILE@")
    got("the secret's file");
#endif
#if __has_include("/proc/1/environ") || __has_include("/proc/1/fd/0")
    got("process 1");
#endif
#if __has_include("/tmp/bystander") || __has_include("/dev/shm/bystander")
    got("another box");
#endif
#if __has_include("/run/docker.sock") || __has_include("/sys/kernel/uevent_seqnum")
    got("the host");
#endif
    return contained();
}
