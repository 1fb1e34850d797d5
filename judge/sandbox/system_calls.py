"""Which system calls a judged program may make, and what the others are answered: names and rules, no machinery.

`seccomp.py` makes the container's profile of this, `program_filter.py` the filter of each program. A call that is not
named here is refused by both. There are three kinds of refusal:

- what no judged program has a reason to ask for is forbidden: it ends the program, and the verdict names the call;
- what compilers and language runtimes merely try answers ENOSYS, so that they fall back (`clone3` to `clone`, whose
  flags can be looked at; a filter cannot look through clone3's pointer);
- what is there but not for programs answers EPERM.

`sync`, `fsync` and their kin succeed and do nothing: they would flush the host's disks (of scratch there is nothing
to flush). So does `fadvise64`, which would drop the image's pages from a cache that all boxes share. So do locks on
files: those on a file of the image would be seen by other boxes; in a box they order a program's own processes only.

System V objects, POSIX message queues and writing of extended attributes are not there: what they hold outlives the
run that made it, and with it the wipe of the scratch folders. Nor are internet sockets: a closed connection stays in
the box's network namespace for a minute, where the next run could read it, and what waits in a socket is memory that
no group is charged. Nor is `sendmsg`: descriptors on their way through sockets that nobody holds any more live until
the kernel looks for such. Asynchronous I/O contexts and inotify are not there: their number is limited for the whole
host.
`cachestat` would tell which files of the image other boxes read. Nobody may change RLIMIT_CORE: bundle.py says why.
No program may add filters of its own: what one of them answers could pass for an answer of ours.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

FILES = """
access chdir chmod close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fallocate fchdir fchmod
fchmodat fstat fstatfs ftruncate getcwd getdents getdents64 link linkat lseek lstat mkdir mkdirat
newfstatat open openat pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename
renameat renameat2 rmdir sendfile stat statfs statx symlink symlinkat truncate umask unlink unlinkat utimensat write
writev
"""

MEMORY = "brk madvise membarrier mincore mmap mprotect mremap munmap"

PROCESSES = """
arch_prctl execve exit exit_group fork get_robust_list getcpu getegid geteuid getgid getgroups getpgid getpgrp getpid
getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid kill pause restart_syscall rseq
rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo
sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam sched_getscheduler sched_yield
set_robust_list set_tid_address setpgid setsid sigaltstack sysinfo tgkill times tkill uname vfork wait4 waitid
"""

WAITING = """
alarm clock_getres clock_gettime clock_nanosleep epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2
epoll_wait eventfd eventfd2 futex futex_requeue futex_wait futex_waitv futex_wake getitimer getrandom gettimeofday
nanosleep pipe pipe2 poll ppoll pselect6 select setitimer signalfd signalfd4 time timer_create timer_delete
timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime
"""

PAIRS = "recvfrom recvmsg sendto shutdown"

MIDDLE = """
accept accept4 bind chown connect execveat fchmodat2 fchown fchownat fgetxattr flistxattr futimesat getpeername
getsockname getsockopt getxattr lchown lgetxattr listen listxattr llistxattr memfd_create mknod mknodat mlock mlock2
mlockall munlock munlockall openat2 pidfd_open pidfd_send_signal pkey_alloc pkey_free pkey_mprotect recvmmsg
sched_getattr sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam sched_setscheduler setpriority
setsockopt splice utime utimes
"""
"""On top of all groups above: what interpreters, virtual machines and compilers use or offer."""

WIDE = """
capget capset epoll_ctl_old epoll_wait_old ioprio_get ioprio_set landlock_add_rule landlock_create_ruleset
landlock_restrict_self map_shadow_stack mseal remap_file_pages setfsgid setfsuid setgid setgroups setregid setresgid
setresuid setreuid setuid tee vmsplice
"""
"""On top of MIDDLE: all else that a box allows."""

NARROW = " ".join((FILES, MEMORY, PROCESSES, WAITING, PAIRS))

WIDTHS = {"narrow": NARROW, "middle": f"{NARROW} {MIDDLE}", "wide": f"{NARROW} {MIDDLE} {WIDE}"}
"""The names of calls that a program of each width may make, whatever their arguments. Each holds the one before."""

WIDEST = "wide"

ONLY_AGENT = "ioctl prctl seccomp"
"""What the agent may do and programs may not, or not with all arguments."""

PROBED = """
cachestat clone3 get_mempolicy inotify_add_watch inotify_init inotify_init1 inotify_rm_watch io_cancel io_destroy
io_getevents io_pgetevents io_setup io_submit io_uring_enter io_uring_register io_uring_setup mbind mq_getsetattr
mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd semctl semget semop semtimedop
set_mempolicy set_mempolicy_home_node fremovexattr fsetxattr lremovexattr lsetxattr removexattr setxattr shmat shmctl
shmdt shmget
"""

PRIVILEGED = """
adjtimex chroot clock_adjtime clock_settime fanotify_init fanotify_mark kcmp lookup_dcookie migrate_pages
move_pages name_to_handle_at pidfd_getfd process_madvise process_mrelease sendmmsg sendmsg setdomainname sethostname
settimeofday syslog vhangup
"""

FORBIDDEN = """
acct add_key bpf delete_module finit_module fsconfig fsmount fsopen fspick init_module ioperm iopl kexec_file_load
kexec_load keyctl mount mount_setattr move_mount open_by_handle_at open_tree perf_event_open pivot_root
process_vm_readv process_vm_writev ptrace quotactl quotactl_fd reboot request_key setns swapoff swapon umount umount2
unshare userfaultfd
"""

WITHOUT_EFFECT = "fadvise64 fdatasync flock fsync sync sync_file_range syncfs"

NAMESPACES = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET."""

AF_UNIX = 1
"""The only family of sockets. The others are much kernel for no use."""

TRIED_FAMILIES = (2, 10, 16, 38)
"""AF_INET, AF_INET6, AF_NETLINK and AF_ALG: libraries try them."""

FORBIDDEN_FAMILIES = (17, 40)
"""AF_PACKET and AF_VSOCK."""

RLIMITS = ((0, 3), (5, 5), (6, 7), (8, 15))
"""First and last numbers of those that may be changed: all but RLIMIT_CORE, 4. Each range is one mask."""

MS_SYNC = 4

PERSONALITIES = (0, 0xFFFFFFFF)
"""PER_LINUX and the query; never ADDR_NO_RANDOMIZE, READ_IMPLIES_EXEC and the like."""

PRCTL = (1, 2, 3, 4, 15, 16, 21, 23, 27, 29, 30, 38, 39, 40, 41, 42, 0x53564D41)
"""Options of prctl that programs may use: names of threads and mappings, the signal at a parent's death, dumpable,
no_new_privs, timer slack, huge pages, and what only asks. Not PR_SET_MM, PR_SET_PTRACER, PR_SET_SECCOMP."""

PR_SET_SECCOMP = 22

FCNTL = (0, 1, 2, 3, 4, 8, 9, 10, 11, 15, 16, 1030, 1031, 1032, 1033, 1034, 1035, 1036, 1037, 1038)
"""Commands of fcntl that may be used: descriptors and their flags, owners, pipe sizes, seals and hints. Not leases
and notices."""

FCNTL_LOCKS = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW, F_OFD_SETLK and F_OFD_SETLKW."""

IOCTL = (0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX and FIOCLEX."""


class Answer(Enum):
    """What a filter says to a call."""

    ALLOW = "allow"
    NOTHING = "success without effect"
    MISSING = "ENOSYS"
    REFUSE = "EPERM"
    FORBID = "forbid"


ALL_BITS = (1 << 64) - 1


class When(NamedTuple):
    """A condition: that argument, the bits of the mask only, is this value."""

    argument: int
    value: int
    mask: int = ALL_BITS


class Rule(NamedTuple):
    """One answer for some calls. Conditions of rules for one call with different answers exclude each other."""

    names: str
    answer: Answer
    when: When | None = None


EVERYWHERE = (
    Rule(PROBED, Answer.MISSING),
    Rule(FORBIDDEN, Answer.FORBID),
    Rule(WITHOUT_EFFECT, Answer.NOTHING),
    Rule("clone", Answer.ALLOW, When(0, 0, sum(NAMESPACES))),
    *(Rule("clone", Answer.FORBID, When(0, kind, kind)) for kind in NAMESPACES),
    Rule("socket socketpair", Answer.ALLOW, When(0, AF_UNIX)),
    *(Rule("socket socketpair", Answer.FORBID, When(0, family)) for family in FORBIDDEN_FAMILIES),
    *(Rule("fcntl", Answer.ALLOW, When(1, command)) for command in FCNTL),
    *(Rule("fcntl", Answer.NOTHING, When(1, command)) for command in FCNTL_LOCKS),
    *(Rule("personality", Answer.ALLOW, When(0, persona)) for persona in PERSONALITIES),
    *(Rule("setrlimit", Answer.ALLOW, When(0, first, ALL_BITS - (first ^ last))) for first, last in RLIMITS),
    *(Rule("prlimit64", Answer.ALLOW, When(1, first, ALL_BITS - (first ^ last))) for first, last in RLIMITS),
    Rule("prlimit64", Answer.ALLOW, When(2, 0)),  # only asks
    Rule("msync", Answer.ALLOW, When(2, 0, MS_SYNC)),
    Rule("msync", Answer.NOTHING, When(2, MS_SYNC, MS_SYNC)),
)
"""Rules that hold for programs and agent alike."""
