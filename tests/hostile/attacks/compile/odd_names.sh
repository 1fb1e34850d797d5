#: tries = "leaves names that break lines and tables beside the program"
#: expect = ["ACCEPTED"]
printf "%s\n" "#!/bin/sh" "test \$(ls -A /tmp | wc -l) = 0 && echo CONTAINED" >main
touch "new
line" "$(printf "\377\376")" -- -rf "; reboot" "$(head -c 255 /dev/zero | tr "\0" l)"
i=0; while [ $i -lt 200 ]; do mkdir d && cd d; i=$((i + 1)); done
