#: tries = "leaves a FIFO where the program should be, and someone to feed it"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
mkfifo main
(while :; do echo x >main; done) &
