//: tries = "gains capabilities and other users' ids: by capset, ambient ones, file capabilities, setuid, groups"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"
#include <grp.h>
#include <linux/capability.h>
#include <sys/fsuid.h>
#include <sys/prctl.h>
#include <sys/xattr.h>

int main(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct all[2] = {{~0U, ~0U, ~0U}, {~0U, ~0U, ~0U}}, held[2];
    if (syscall(SYS_capset, &head, all) == 0)
        got("all capabilities");
    if (syscall(SYS_capget, &head, held) == 0 && (held[0].effective | held[0].permitted | held[0].inheritable))
        got("capabilities %x", held[0].permitted);
    for (int capability = 0; capability < 41; capability++)
        if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0) == 0)
            got("ambient capability %d", capability);
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 || prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0)
        got("new privileges");
    if (prctl(PR_SET_SECUREBITS, 0x2f) == 0)
        got("secure bits");
    static const uid_t ids[] = {0, 1, 65534, 65535};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (setuid(ids[i]) == 0 || setgid(ids[i]) == 0 || setresuid((uid_t)-1, ids[i], (uid_t)-1) == 0 || setfsuid(ids[i]) == (int)ids[i])
            got("id %u", ids[i]);
    if (setgroups(1, (gid_t[]){0}) == 0 || getgroups(0, NULL) != 0)
        got("groups");
    close(open("/tmp/file", O_CREAT | O_WRONLY, 0700));
    if (setxattr("/tmp/file", "security.capability", "\1\0\0\2\377\377\377\377\0\0\0\0\0\0\0\0\0\0\0\0", 20, 0) == 0)
        got("a file with capabilities");
    return contained();
}
