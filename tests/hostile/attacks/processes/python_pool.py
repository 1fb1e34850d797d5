#: tries = "starts processes and threads as Python does, until nothing more is given, and leaves them"
#: expect = ["ACCEPTED"]
import os
import threading
import time

made = 0
try:
    while made < 200:
        if os.fork() == 0:
            threading.Thread(target=time.sleep, args=(60,)).start()
            time.sleep(60)
        made += 1
except OSError:
    pass
print("CONTAINED" if made < 64 else f"GOT {made} processes", flush=True)
os._exit(0)
