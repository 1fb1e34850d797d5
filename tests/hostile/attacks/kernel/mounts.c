//: tries = "mounts, unmounts, moves and pivots by the old calls and the new, and changes its root"
//: expect = ["ACCEPTED", "RUNTIME_ERROR(forbidden system call)"]
//: judgings = 6
//: tests = 1
//: uses = "probe.h"

int main(void)
{
    make_a_share_of(6);
    mkdir("/tmp/on", 0700);
    must_fail("mount of proc", SYS_mount, (long)"@MARKER@", (long)"/tmp/on", (long)"proc", 0, 0, 0);
    must_fail("mount of tmpfs", SYS_mount, (long)"@MARKER@", (long)"/tmp/on", (long)"tmpfs", 0, 0, 0);
    must_fail("bind mount", SYS_mount, (long)"/", (long)"/tmp/on", 0, 4096, 0, 0);
    must_fail("remount of the root", SYS_mount, 0, (long)"/", 0, 32, 0, 0);
    must_fail("propagation", SYS_mount, 0, (long)"/", 0, 1 << 20, 0, 0);
    must_fail("umount2", SYS_umount2, (long)"/proc", 2, 0, 0, 0, 0);
    must_fail("pivot_root", SYS_pivot_root, (long)"/tmp", (long)"/tmp/on", 0, 0, 0, 0);
    must_fail("chroot", SYS_chroot, (long)"/tmp", 0, 0, 0, 0, 0);
    must_fail("fsopen", SYS_fsopen, (long)"tmpfs", 0, 0, 0, 0, 0);
    must_fail("fspick", SYS_fspick, AT_FDCWD, (long)"/", 0, 0, 0, 0);
    must_fail("open_tree", SYS_open_tree, AT_FDCWD, (long)"/", 1, 0, 0, 0);
    must_fail("move_mount", SYS_move_mount, AT_FDCWD, (long)"/tmp", AT_FDCWD, (long)"/tmp/on", 0, 0);
    must_fail("mount_setattr", SYS_mount_setattr, AT_FDCWD, (long)"/", 0, 0, 0, 0);
    return contained();
}
