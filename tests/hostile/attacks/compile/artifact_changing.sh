#: tries = "goes on changing the program while it is taken away"
#: expect = ["ACCEPTED"]
printf "%s\n" "#!/bin/sh" "echo CONTAINED" "exit" >main
(trap "" TERM HUP INT; setsid sh -c "while :; do echo echo GOT >>main; done") &
