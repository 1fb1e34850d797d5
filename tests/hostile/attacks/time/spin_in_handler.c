//: tries = "breaks the same memory again and again in a handler that always comes back, all signals blocked"
//: expect = ["TIME_LIMIT(cpu time)", "RUNTIME_ERROR(signal SIGSEGV)"]
//: time_ms = 300
#include <signal.h>

static void again(int number) { (void)number; }

int main(void)
{
    struct sigaction action = {.sa_handler = again, .sa_flags = SA_NODEFER};
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGSEGV);
    sigaction(SIGSEGV, &action, 0);
    sigaction(SIGXCPU, &action, 0);
    return *(volatile int *)8;
}
