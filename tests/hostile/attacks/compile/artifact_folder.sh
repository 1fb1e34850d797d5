#: tries = "leaves a folder where the program should be, full of files"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)"]
mkdir main
for i in 1 2 3; do echo x >main/$i; done
