//: tries = "makes folders inside folders, deeper than any path can say, and stays in the last"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"
#include <dirent.h>

int main(void)
{
    static const char name[] = "ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd";
    DIR *scratch = opendir("/tmp");
    for (struct dirent *entry; (entry = readdir(scratch)) != NULL;)
        if (entry->d_name[0] != '.')
            got("%s is left", entry->d_name);
    int depth = 0;
    while (depth < 100000 && mkdir(name, 0700) == 0 && chdir(name) == 0)
        depth++;
    if (depth > 4096)
        got("%d folders", depth);
    return contained();
}
