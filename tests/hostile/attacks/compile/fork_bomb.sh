#: tries = "forks without end as the compiler"
#: expect = ["COMPILE_ERROR"]
bomb() { bomb | bomb & }
bomb
while :; do bomb; done
