//: tries = "leaves names that break lines, tables, shells and texts, as long as names may be"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

int main(void)
{
    static char longest[256];
    static const char *const names[] = {
        "new\nline", "\xff\xfe\xed\xa0\x80", "$(reboot)", "`id`", "-rf", "*", " ", "\t", "\x1b[2J", "a;b|c&d", "...", "~",
        "%s%n", "\"'\\", "..\n", "\xe2\x80\xae", "--", ".hidden", "CON", "\x01", longest};
    scratch_must_be_empty();
    memset(longest, 'l', 255);
    for (int folder = 0; folder < 2; folder++) {
        if (chdir(folder ? "/dev/shm" : "/tmp") != 0)
            return 1;
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (i % 2 ? mkdir(names[i], 0) != 0 : open(names[i], O_CREAT | O_WRONLY, 0) < 0)
                return 2;
    }
    return contained();
}
