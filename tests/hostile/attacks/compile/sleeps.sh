#: tries = "sleeps as the compiler, all descriptors closed"
#: expect = ["COMPILE_ERROR"]
exec <&- >&- 2>&-
sleep 100
