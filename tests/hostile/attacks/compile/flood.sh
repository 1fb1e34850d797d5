#: tries = "writes without end as the compiler"
#: expect = ["COMPILE_ERROR"]
yes "a long line of messages from the compiler that nobody will ever read to its end" | head -c 1G
yes >&2
