//: tries = "looks for other tests and their answers: in /box, in scratch, behind its input, in its own memory"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    char more[4096];
    who_am_i();
    if (side != 1 || judging != 1 || test < 1 || test > 3)
        got("another's input");
    ssize_t left = (ssize_t)fread(more, 1, sizeof more, stdin);
    for (ssize_t i = 0; i < left; i++)
        if (more[i] != '\n')
            got("more input than its own: %d bytes", (int)left), i = left;
    int behind = open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK);
    if (behind >= 0 && read(behind, more, sizeof more) > 0)
        got("input behind the end");
    DIR *box = opendir("/box");
    for (struct dirent *entry; (entry = readdir(box)) != NULL;)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "main") != 0)
            got("/box/%s", entry->d_name);
    scratch_must_be_empty();
    return contained();
}
