/* Lives in a box of its own beside every attack. Writes a dot now and then while all that it has is as it was, and what
 * has changed otherwise. argv: the secret that it keeps, the name of its socket. */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static const char *files[] = {"/tmp/bystander", "/dev/shm/bystander"};
static volatile sig_atomic_t signalled;

static void on_signal(int number) { signalled = number; }

static void harmed(const char *what)
{
    printf("%s\n", what);
    exit(1);
}

static int listen_on(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    strncpy(address.sun_path + 1, name, sizeof address.sun_path - 2);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, 8) != 0)
        harmed("no socket");
    return listener;
}

static void write_secret(const char *secret)
{
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "w");
        if (file == NULL || fputs(secret, file) < 0 || fclose(file) != 0)
            harmed("no file");
    }
}

static void check_files(const char *secret)
{
    char found[256] = "";
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "r");
        if (file == NULL || fgets(found, sizeof found, file) == NULL || strcmp(found, secret) != 0)
            harmed("a file was changed");
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    for (int number = 1; number < NSIG; number++)
        signal(number, on_signal);
    char *kept = strdup(argv[1]);
    write_secret(argv[1]);
    int listener = listen_on(argv[2]);
    for (;;) {
        check_files(argv[1]);
        if (strcmp(kept, argv[1]) != 0)
            harmed("memory was changed");
        if (accept(listener, NULL, NULL) >= 0)
            harmed("the socket was reached");
        if (signalled)
            harmed("a signal came");
        if (write(1, ".", 1) != 1)
            return 3;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
}
