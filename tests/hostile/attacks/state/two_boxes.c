//: tries = "talks with an accomplice in another box at the same time: sockets, files, queues, shared memory, numbers of the user"
//: expect = ["ACCEPTED"]
//: sides = 2
//: tests = 1
//: time_ms = 2000
//: uses = "probe.h"
#include <sys/resource.h>

static const char name[] = "@MARKER@-accomplice";

int main(void)
{
    socklen_t length;
    struct sockaddr_un address = abstract(name, &length);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    who_am_i();
    if (side == 1 && (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 8) != 0))
        return 1;
    const char *const files[] = {"/tmp/accomplice", "/dev/shm/accomplice"};
    if (side == 1)
        for (int i = 0; i < 2; i++)
            close(open(files[i], O_CREAT | O_WRONLY, 0666));
    for (double until = now() + 0.7; now() < until; nap_ms(5)) {
        if (side == 1 && accept(listener, NULL, NULL) >= 0)
            got("a call of the other box");
        int call = socket(AF_UNIX, SOCK_STREAM, 0);
        if (side == 2 && connect(call, (struct sockaddr *)&address, length) == 0)
            got("a connection to the other box");
        close(call);
        for (int i = 0; side == 2 && i < 2; i++)
            if (access(files[i], F_OK) == 0)
                got("%s of the other box", files[i]);
    }
    return contained();
}
