//: tries = "makes the calls of those who run a machine: modules, kexec, reboot, swap, quotas, accounting, ports, handles"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 8
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    make_a_share_of(8);
    static const struct {
        const char *name;
        long number, a, b, c;
    } calls[] = {
        {"init_module", SYS_init_module, 0, 0, (long)""},
        {"finit_module", SYS_finit_module, 0, (long)"", 0},
        {"delete_module", SYS_delete_module, (long)"x", 0, 0},
        {"kexec_load", SYS_kexec_load, 0, 0, 0},
        {"kexec_file_load", SYS_kexec_file_load, 0, 0, 0},
        {"reboot", SYS_reboot, (long)0xfee1dead, 672274793, 0},
        {"swapon", SYS_swapon, (long)"/tmp/s", 0, 0},
        {"swapoff", SYS_swapoff, (long)"/tmp/s", 0, 0},
        {"quotactl", SYS_quotactl, 0, 0, 0},
        {"quotactl_fd", 443, 0, 0, 0},
        {"acct", SYS_acct, (long)"/tmp/a", 0, 0},
        {"ioperm", SYS_ioperm, 0, 8, 1},
        {"iopl", SYS_iopl, 3, 0, 0},
        {"open_by_handle_at", SYS_open_by_handle_at, AT_FDCWD, 0, 0},
        {"vhangup", SYS_vhangup, 0, 0, 0},
        {"sethostname", SYS_sethostname, (long)"@MARKER@", 4, 0},
        {"setdomainname", SYS_setdomainname, (long)"@MARKER@", 4, 0},
        {"syslog", SYS_syslog, 5, 0, 0},
        {"lookup_dcookie", SYS_lookup_dcookie, 0, 0, 0},
        {"fanotify_init", SYS_fanotify_init, 0, 0, 0},
        {"move_pages", SYS_move_pages, 1, 0, 0},
        {"migrate_pages", SYS_migrate_pages, 1, 0, 0},
        {"memfd_secret", 447, 0, 0, 0},
        {"landlock of nothing", 446, -1, 0, 1},
        {"modify_ldt", SYS_modify_ldt, 1, 0, 0},
        {"uselib", SYS_uselib, (long)"/tmp/s", 0, 0},
        {"sysfs", SYS_sysfs, 3, 0, 0},
        {"ustat", SYS_ustat, 0, 0, 0},
        {"nfsservctl", SYS_nfsservctl, 0, 0, 0},
    };
    char handle[256] = {64};
    int id;
    must_fail("name_to_handle_at", SYS_name_to_handle_at, AT_FDCWD, (long)"/", (long)handle, (long)&id, 0, 0);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        must_fail(calls[i].name, calls[i].number, calls[i].a, calls[i].b, calls[i].c, 0, 0, 0);
    return contained();
}
