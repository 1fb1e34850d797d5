//: tries = "sends descriptors through sockets in a circle that nobody holds, so that they outlive it"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"

static ssize_t send_descriptor(int through, int descriptor)
{
    char control[CMSG_SPACE(sizeof descriptor)] = {0}, byte = 'x';
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
    ssize_t sent = sendmsg(through, &message, MSG_DONTWAIT);
    struct mmsghdr many = {.msg_hdr = message};
    return sent >= 0 ? sent : sendmmsg(through, &many, 1, MSG_DONTWAIT) > 0 ? 1 : -1;
}

int main(void)
{
    for (int i = 0; i < 50; i++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
            return 1;
        if (send_descriptor(ends[0], ends[1]) >= 0 && send_descriptor(ends[1], ends[0]) >= 0)
            got("a circle of sockets");
        close(ends[0]);
        close(ends[1]);
    }
    return contained();
}
