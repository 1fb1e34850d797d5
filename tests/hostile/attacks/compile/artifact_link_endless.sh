#: tries = "leaves a link to a file without end where the program should be"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
ln -s /dev/zero main
