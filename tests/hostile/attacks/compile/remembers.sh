#: tries = "leaves word for the box of the tests and for the next compile in all places that it may write"
#: expect = ["ACCEPTED"]
#: judgings = 2
word=$(cat /tmp/word /dev/shm/word 2>/dev/null)
echo word | tee /tmp/word /dev/shm/word >/box/word 2>/dev/null
printf "%s\n" "#!/bin/sh" "cat /tmp/word /dev/shm/word /box/word 2>/dev/null" "echo ${word:-CONTAINED}" >main
