"""The seccomp profile of every box, in the form of the OCI runtime specification.

An allow-list: what is not named here answers EPERM. Three kinds of refusal differ from that:

- calls that compilers and language runtimes only probe for answer ENOSYS, so that they fall back (`clone3` to `clone`,
  whose flags can be looked at; a filter cannot look through clone3's pointer);
- calls that no judged program has a reason to make end it with SIGSYS, which the verdict can name;
- `sync`, `fsync` and their kin succeed and do nothing: they would flush the host's disks (of scratch there is nothing
  to flush). So does `fadvise64`, which would drop the image's pages from a cache that all boxes share.

System V objects, POSIX message queues and extended attributes are not there: what they hold outlives the run that made
it, and with it the wipe of the scratch folders. Nor are internet sockets: a closed connection stays in the box's
network namespace for a minute, where the next run could read it, and what waits in a socket is memory that no group is
charged. Nor is `sendmsg`: descriptors on their way through sockets that nobody holds any more live until the kernel
looks for such.
Asynchronous I/O contexts and inotify are not there: their number is limited for the whole host. `cachestat` would tell
which files of the image other boxes read. Nobody may change RLIMIT_CORE: bundle.py says why.
Only the host's own architecture is allowed: no i386, no x32; the bad-architecture action of libseccomp kills.
"""

from __future__ import annotations

import errno
from typing import Any

CLONE_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET together."""

AF_UNIX = 1
"""The only family of sockets. The others (inet, netlink, packet, alg, vsock, ...) are much kernel for no use."""

RLIMITS = (0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
"""All that may be changed: not RLIMIT_CORE, 4."""

MS_SYNC = 4

PERSONALITIES = (0, 0xFFFFFFFF)
"""PER_LINUX and the query; never ADDR_NO_RANDOMIZE, READ_IMPLIES_EXEC and the like."""

ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}
"""`platform.machine()` to the name in a profile."""

FILES = """
access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fallocate
fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fgetxattr flistxattr flock fstat fstatfs ftruncate
futimesat getcwd getdents getdents64 getxattr ioctl lchown lgetxattr link linkat listxattr llistxattr lseek
lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2 pread64 preadv preadv2 pwrite64 pwritev
pwritev2 read readahead readlink readlinkat readv rename renameat renameat2 rmdir sendfile splice stat statfs
statx symlink symlinkat tee truncate umask unlink unlinkat utime utimensat utimes vmsplice write writev
"""

MEMORY = """
brk madvise map_shadow_stack membarrier memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap mseal
munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect remap_file_pages
"""

PROCESSES = """
arch_prctl capget capset execve execveat exit exit_group fork get_robust_list getcpu getegid geteuid getgid
getgroups getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid
getuid ioprio_get ioprio_set kill landlock_add_rule landlock_create_ruleset landlock_restrict_self pause
pidfd_open pidfd_send_signal prctl restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask
rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sched_get_priority_max
sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
sched_setaffinity sched_setattr sched_setparam sched_setscheduler sched_yield seccomp set_robust_list
set_tid_address setfsgid setfsuid setgid setgroups setpgid setpriority setregid setresgid setresuid setreuid
setsid setuid sigaltstack sysinfo tgkill times tkill uname vfork wait4 waitid
"""

WAITING = """
alarm clock_getres clock_gettime clock_nanosleep epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait
epoll_pwait2 epoll_wait epoll_wait_old eventfd eventfd2 futex futex_requeue futex_wait futex_waitv futex_wake
getitimer getrandom gettimeofday nanosleep pipe pipe2 poll ppoll pselect6 select setitimer signalfd signalfd4
time timer_create timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime
timerfd_settime
"""

SOCKETS = """
accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendto
setsockopt shutdown
"""

PROBED = """
cachestat clone3 get_mempolicy inotify_add_watch inotify_init inotify_init1 inotify_rm_watch io_cancel
io_destroy io_getevents io_pgetevents io_setup io_submit io_uring_enter io_uring_register io_uring_setup mbind
mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd semctl semget
semop semtimedop set_mempolicy set_mempolicy_home_node fremovexattr fsetxattr lremovexattr lsetxattr removexattr
setxattr shmat shmctl shmdt shmget
"""

HOSTILE = """
acct add_key bpf delete_module finit_module fsconfig fsmount fsopen fspick init_module ioperm iopl
kexec_file_load kexec_load keyctl mount mount_setattr move_mount open_by_handle_at open_tree perf_event_open
pivot_root process_vm_readv process_vm_writev ptrace quotactl quotactl_fd reboot request_key setns swapoff
swapon umount umount2 unshare userfaultfd
"""

WITHOUT_EFFECT = "fadvise64 fdatasync fsync sync sync_file_range syncfs"

Profile = dict[str, Any]

_NOTHING: Profile = {"action": "SCMP_ACT_ERRNO", "errnoRet": 0}


def profile(machine: str) -> Profile:
    """The value of `linux.seccomp` for a host of this kind. Raises KeyError for a machine that is not supported."""
    allowed = " ".join((FILES, MEMORY, PROCESSES, WAITING, SOCKETS))
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.EPERM,
        "architectures": [ARCHITECTURES[machine]],
        "syscalls": [
            {"names": allowed.split(), "action": "SCMP_ACT_ALLOW"},
            {"names": PROBED.split(), "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS},
            {"names": HOSTILE.split(), "action": "SCMP_ACT_KILL_PROCESS"},
            {"names": WITHOUT_EFFECT.split(), **_NOTHING},
            _allow("clone", 0, "SCMP_CMP_MASKED_EQ", CLONE_NAMESPACES, 0),
            _allow("socket", 0, "SCMP_CMP_EQ", AF_UNIX),
            _allow("socketpair", 0, "SCMP_CMP_EQ", AF_UNIX),
            *(_allow("personality", 0, "SCMP_CMP_EQ", persona) for persona in PERSONALITIES),
            *(_allow("setrlimit", 0, "SCMP_CMP_EQ", limit) for limit in RLIMITS),
            *(_allow("prlimit64", 1, "SCMP_CMP_EQ", limit) for limit in RLIMITS),
            _allow("prlimit64", 2, "SCMP_CMP_EQ", 0),  # only asks
            _allow("msync", 2, "SCMP_CMP_MASKED_EQ", MS_SYNC, 0),
            {**_allow("msync", 2, "SCMP_CMP_MASKED_EQ", MS_SYNC, MS_SYNC), **_NOTHING},
        ],
    }


def _allow(name: str, index: int, comparison: str, value: int, value_two: int = 0) -> Profile:
    """A rule that allows a call when its argument number `index` compares."""
    argument = {"index": index, "op": comparison, "value": value, "valueTwo": value_two}
    return {"names": [name], "action": "SCMP_ACT_ALLOW", "args": [argument]}
