//: tries = "keeps data in the kernel's keyrings, where nobody would wipe it"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 3
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    make_a_share_of(3);
    static const long rings[] = {-1, -2, -3, -4, -5};
    for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
        must_fail("add_key", SYS_add_key, (long)"user", (long)"@MARKER@", (long)"data", 4, rings[i], 0);
        must_fail("request_key", SYS_request_key, (long)"user", (long)"@MARKER@", (long)"", rings[i], 0, 0);
        for (int operation = 0; operation < 33; operation += 8)
            must_fail("keyctl", SYS_keyctl, operation, rings[i], 1, 0, 0, 0);
    }
    must_be_closed("/proc/keys");
    return contained();
}
