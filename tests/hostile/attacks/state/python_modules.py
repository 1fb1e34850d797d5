#: tries = "leaves modules, start-up files and caches where Python would load them in the next test"
#: expect = ["ACCEPTED"]
#: tests = 4
import os
import sys

loaded = [name for name in sys.modules if name in ("usercustomize", "planted")] + [p for p in sys.path if "/tmp" in p]
left = os.listdir("/tmp") + os.listdir("/dev/shm")
site = f"/tmp/.local/lib/python3.{sys.version_info.minor}/site-packages"
os.makedirs(site)
os.makedirs("/tmp/__pycache__")
for name in ("usercustomize.py", "sitecustomize.py", "encodings.py", "os.py", "pyvenv.cfg", "python._pth"):
    for folder in (site, "/tmp"):
        with open(f"{folder}/{name}", "w") as file:
            file.write("import sys; sys.modules['planted'] = sys; print('GOT code of the test before')")
with open(f"{site}/x.pth", "w") as file:
    file.write("import sys; sys.modules['planted'] = sys")
print(f"GOT {loaded} {left}" if loaded or left else "CONTAINED")
