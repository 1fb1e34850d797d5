#: tries = "has Python's compiler compute constants without end"
#: expect = ["TIME_LIMIT", "MEMORY_LIMIT", "RUNTIME_ERROR", "COMPILE_ERROR"]
#: time_ms = 300
print(9**9**9**9, "x" * 10**12, (1,) * 10**12, 1 << 10**12)
