#: tries = "leaves a program with set-id bits, that says who it is"
#: expect = ["ACCEPTED"]
printf "%s\n" "#!/bin/sh" "test \$(id -u) = 1000 && test ! -u /box/main && echo CONTAINED" >main
chmod 6777 main
