#: tries = "leaves a link to a secret of the image where the program should be"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
ln -s /etc/shadow main
