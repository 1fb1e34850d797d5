#: tries = "makes system calls from Python by way of ctypes, each in a child"
#: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
#: judgings = 5
#: tests = 1
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
calls = {
    "ptrace": (101, 0),
    "unshare": (272, 0x10000000),
    "mount": (165, 0, 0, 0),
    "bpf": (321, 0, 0, 0),
    "keyctl": (250, 0, -3),
}
got = []
judging = int(input().split()[1])  # a forbidden call ends all, so each judging tries one
for name, arguments in list(calls.items())[judging - 1 : judging]:
    child = os.fork()
    if child == 0:
        os._exit(77 if libc.syscall(*arguments) >= 0 else 0)
    if os.waitpid(child, 0)[1] == 77 << 8:
        got.append(name)
print(f"GOT {got}" if got else "CONTAINED")
