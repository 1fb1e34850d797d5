#: tries = "tells its environment, its descriptors and its arguments: they are those of the runtime and no more"
#: expect = ["ACCEPTED"]
import os
import stat
import sys

permitted = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/tmp"}
found = [f"{name}={value}" for name, value in os.environ.items() if permitted.get(name) != value]
with open("/proc/self/environ", "rb") as file:
    found += [entry for entry in file.read().decode().split("\0") if entry and entry.partition("=")[0] not in permitted]
found += [argument for argument in sys.orig_argv if "secret" in argument]
for descriptor in range(1024):
    try:
        status = os.fstat(descriptor)
    except OSError:
        continue
    if descriptor > 2 or not stat.S_ISFIFO(status.st_mode):
        found.append(f"descriptor {descriptor}: {os.readlink(f'/proc/self/fd/{descriptor}')}")
print(f"GOT {found}" if found else "CONTAINED")
