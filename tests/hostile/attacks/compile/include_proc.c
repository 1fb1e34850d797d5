//: tries = "has the compiler show what /proc tells of its process, of process 1 and of the host, in its errors"
//: expect = ["COMPILE_ERROR"]
#include "/proc/1/environ"
#include "/proc/1/cmdline"
#include "/proc/1/maps"
#include "/proc/self/environ"
#include "/proc/kmsg"
#include "/proc/keys"
#include "/proc/1/root@SECRET_FILE@"
#include "/proc/self/root@SECRET_FILE@"

int main(void) { return 0; }
