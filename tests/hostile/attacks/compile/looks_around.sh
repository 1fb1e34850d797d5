#: tries = "looks for tests, answers, other boxes and the host as the compiler, and tells what it sees"
#: expect = ["ACCEPTED"]
seen=$(cat "@SECRET_FILE@" /tmp/bystander /dev/shm/bystander /proc/1/environ /proc/1/cmdline /proc/kmsg 2>/dev/null
ls -A /box; ls -A /sys; ls -A /proc/1/fd 2>/dev/null; ls -A /tmp | grep -v "^main"; env | grep -v -e ^PATH= -e ^LANG= -e ^HOME=/tmp -e ^PWD=/tmp -e ^OLDPWD= -e ^_=)
if [ -z "$seen" ]; then said=CONTAINED; else said="GOT $seen"; fi
printf "%s\n" "#!/bin/sh" "echo \"$said\"" >main
