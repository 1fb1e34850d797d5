//: tries = "makes System V memory, semaphores and queues, and POSIX queues, which would outlive it"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"
#include <mqueue.h>
#include <sys/ipc.h>

int main(void)
{
    must_fail("shmget", SYS_shmget, 0x1234, 4096, IPC_CREAT | 0666, 0, 0, 0);
    must_fail("shmget of huge memory", SYS_shmget, IPC_PRIVATE, 1L << 30, IPC_CREAT | 0666, 0, 0, 0);
    must_fail("semget", SYS_semget, 0x1234, 4, IPC_CREAT | 0666, 0, 0, 0);
    must_fail("msgget", SYS_msgget, 0x1234, IPC_CREAT | 0666, 0, 0, 0, 0);
    must_fail("mq_open", SYS_mq_open, (long)"@MARKER@", O_CREAT | O_RDWR, 0600, 0, 0, 0);
    return contained();
}
