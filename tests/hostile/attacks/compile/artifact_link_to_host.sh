#: tries = "leaves a link to a file of the host where the program should be"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
ln -s "@SECRET_FILE@" main
