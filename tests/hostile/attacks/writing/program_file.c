//: tries = "writes to, replaces or removes its own program and what is beside it"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    must_not_be_writable("/box/main");
    must_not_be_writable("/proc/self/exe");
    if (unlink("/box/main") == 0 || rename("/box/main", "/box/other") == 0 || rename("/box", "/tmp/box") == 0)
        got("its program away");
    if (chmod("/box/main", 04777) == 0 || chmod("/box", 0777) == 0 || truncate("/box/main", 0) == 0)
        got("its program changed");
    if (open("/box/new", O_CREAT | O_WRONLY, 0777) >= 0 || mkdir("/box/folder", 0777) == 0 || symlink("/", "/box/link") == 0)
        got("something new in /box");
    if (link("/box/main", "/tmp/main") == 0 && truncate("/tmp/main", 0) == 0)
        got("its program, through a link");
    return contained();
}
