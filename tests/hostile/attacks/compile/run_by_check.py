#: tries = "runs code while its syntax is checked: by a start-up file, an encoding of its own, an annotation, a decorator"
#: expect = ["ACCEPTED"]
import os

print("CONTAINED" if not os.path.exists("/tmp/ran") else "GOT code run by the check", flush=True)
value: open("/tmp/ran", "w") = 1 if os.path.basename(__file__) else 2
