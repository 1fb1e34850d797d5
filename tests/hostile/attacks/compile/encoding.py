# coding: idna
#: tries = "names an encoding that runs code or loses text, so that what is compiled is not what is read"
#: expect = ["COMPILE_ERROR", "ACCEPTED", "RUNTIME_ERROR"]
print("CONTAINED")
