#: tries = "leaves a program that nobody may read"
#: expect = ["ACCEPTED"]
printf "%s\n" "#!/bin/sh" "echo CONTAINED" >main
chmod 0 main
