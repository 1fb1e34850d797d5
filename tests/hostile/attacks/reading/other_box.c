//: tries = "finds the program in another box: its files, processes, environment, arguments and socket"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    char path[64];
    must_be_closed("/tmp/bystander");
    must_be_closed("/dev/shm/bystander");
    for (int pid = 1; pid < 40000; pid++) {
        if (pid == getpid())
            continue;
        snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
        must_be_closed(path);
        snprintf(path, sizeof path, "/proc/%d/environ", pid);
        must_be_closed(path);
    }
    socklen_t length;
    struct sockaddr_un address = abstract("@MARKER@-bystander", &length);
    int call = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(call, (struct sockaddr *)&address, length) == 0)
        got("a connection to it");
    return contained();
}
