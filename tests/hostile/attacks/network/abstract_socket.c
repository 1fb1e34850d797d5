//: tries = "connects to an abstract socket of the host and of another box, and to well-known ones of services"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

int main(void)
{
    static const char *const names[] = {"@SOCKET@", "@MARKER@-bystander", "/containerd-shim", "/tmp/dbus-session", "/tmp/.X11-unix/X0"};
    static const char *const paths[] = {"/run/docker.sock", "/var/run/docker.sock", "/run/containerd/containerd.sock", "/run/systemd/notify",
                                        "/run/dbus/system_bus_socket", "/var/run/postgresql/.s.PGSQL.5432", "/tmp/.s.PGSQL.5432", "/dev/log"};
    socklen_t length;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct sockaddr_un address = abstract(names[i], &length);
        int call = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(call, (struct sockaddr *)&address, length) == 0)
            got("a connection to %s", names[i]);
        close(call);
    }
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        strncpy(address.sun_path, paths[i], sizeof address.sun_path - 1);
        int call = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(call, (struct sockaddr *)&address, sizeof address) == 0)
            got("a connection to %s", paths[i]);
        close(call);
    }
    return contained();
}
