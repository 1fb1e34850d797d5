#: tries = "leaves daemons of the compiler that change everything in scratch, and fill it"
#: expect = ["ACCEPTED"]
printf "%s\n" "#!/bin/sh" "echo CONTAINED" >main
for i in 1 2 3 4; do (trap "" TERM HUP INT; setsid sh -c "while :; do head -c 1M /dev/zero >>/tmp/fill\$\$; done") & done
