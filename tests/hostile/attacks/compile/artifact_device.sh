#: tries = "leaves a device where the program should be"
#: expect = ["COMPILE_ERROR"]
mknod main c 1 5 || mknod main b 8 0 || ln /dev/zero main
