import ctypes
import os

print(42, flush=True)
if os.fork():
    os.wait()
else:
    ctypes.CDLL(None).mount(b"none", b"/tmp", b"tmpfs", 0, None)
