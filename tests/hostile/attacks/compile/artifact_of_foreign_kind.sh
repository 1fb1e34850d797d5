#: tries = "leaves a program for another kind of machine, with headers that lie"
#: expect = ["RUNTIME_ERROR"]
head -c 64 /bin/true >main
head -c 4000 /dev/urandom >>main
chmod 755 main
