#: tries = "leaves a link to the agent's stream where the program should be"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
ln -s /proc/1/fd/64 main
