#: tries = "leaves a program larger than it may be"
#: expect = ["COMPILE_ERROR(the compiled program exceeds 64 MiB)"]
head -c 80M /dev/zero >main
