#: tries = "leaves a socket where the program should be, which answers"
#: expect = ["COMPILE_ERROR(the compiler ended without an error, but made no program)", "COMPILE_ERROR"]
perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, pack_sockaddr_un("main")) or die; listen(S, 5)'
