//: tries = "crashes after asking for core files without limit, in a folder of its own and of the host's choice"
//: expect = ["RUNTIME_ERROR(signal SIGABRT)"]
//: uses = "probe.h"
#include <sys/prctl.h>
#include <sys/resource.h>

int main(void)
{
    struct rlimit core = {RLIM_INFINITY, RLIM_INFINITY}, zero = {0, 0};
    if (setrlimit(RLIMIT_CORE, &core) == 0 || setrlimit(RLIMIT_CORE, &zero) == 0 || prlimit(0, RLIMIT_CORE, &zero, NULL) == 0)
        exit(1); /* also a limit of 0 is a way to the host's handler */
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    int filter = open("/proc/self/coredump_filter", O_WRONLY);
    if (filter >= 0 && write(filter, "0xff", 4) < 0)
        exit(2);
    for (int i = 0; i < 10; i++)
        if (fork() == 0)
            abort();
    while (wait(NULL) > 0)
        ;
    DIR *here = opendir("/tmp");
    for (struct dirent *entry; (entry = readdir(here)) != NULL;)
        if (strstr(entry->d_name, "core") != NULL)
            exit(3);
    abort();
}
