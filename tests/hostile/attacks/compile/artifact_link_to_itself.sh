#: tries = "leaves a link to itself where the program should be"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
ln -s main main
