#: tries = "leaves a program as large as it may be, of nothing, and tries for a terabyte"
#: expect = ["RUNTIME_ERROR(cannot be executed)"]
truncate -s 1T main
truncate -s 64M main
chmod 755 main
