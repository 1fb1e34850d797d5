/* Empties /tmp and /dev/shm, whatever a program left there. Nothing else is alive meanwhile, so a name cannot
 * change under the walk. The walk holds two descriptors however deep the tree is: down by name, up by "..". */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int roots[2];

enum outcome { EMPTY, AGAIN, DEEPER, STUCK };

void wipe_open(void)
{
    roots[0] = open("/tmp", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    roots[1] = open("/dev/shm", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    for (int i = 0; i < 2; i++) /* some container runtimes give a mount the mode of the folder below it */
        if (roots[i] >= 0 && fchmod(roots[i], 01777) < 0)
            fatal("wipe: not the owner of /tmp or /dev/shm");
}

static bool removed(int folder, const struct dirent64 *entry)
{
    if (unlinkat(folder, entry->d_name, entry->d_type == DT_DIR ? AT_REMOVEDIR : 0) == 0)
        return true;
    if (entry->d_type == DT_UNKNOWN && errno == EISDIR)
        return unlinkat(folder, entry->d_name, AT_REMOVEDIR) == 0;
    return false;
}

/* In a folder with the sticky bit only the owner of it or of the entry may remove: without CAP_FOWNER the agent
 * makes itself the owner of the folder. */
static bool removed_as_owner(int folder, const struct dirent64 *entry)
{
    return removed(folder, entry) ||
           ((errno == EPERM || errno == EACCES) && fchown(folder, 0, 0) == 0 && removed(folder, entry));
}

/* One reading of a folder, removing what can be removed; *child: the first folder in it that is not empty. */
static enum outcome sweep(int folder, int *child)
{
    char entries[4096] __attribute__((aligned(8)));
    bool seen = false, progress = false;
    ssize_t bytes;
    lseek(folder, 0, SEEK_SET);
    while ((bytes = getdents64(folder, entries, sizeof entries)) > 0) {
        for (const char *at = entries; at < entries + bytes;) {
            const struct dirent64 *entry = (const void *)at;
            at += entry->d_reclen;
            if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
                continue;
            seen = true;
            if (removed_as_owner(folder, entry)) {
                progress = true;
            } else if (errno == ENOTEMPTY || errno == EEXIST) {
                *child = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
                return *child >= 0 ? DEEPER : STUCK;
            }
        }
    }
    if (bytes < 0)
        return STUCK;
    return !seen ? EMPTY : progress ? AGAIN : STUCK;
}

static bool emptied(int root)
{
    int at = root, next;
    for (unsigned long depth = 0;;) {
        enum outcome outcome = sweep(at, &next);
        if (outcome == AGAIN)
            continue;
        if (outcome == STUCK || (outcome == EMPTY && depth == 0)) {
            if (at != root)
                close(at);
            return outcome == EMPTY;
        }
        if (outcome == DEEPER) {
            depth++;
        } else {
            depth--;
            next = depth ? openat(at, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : root;
        }
        if (at != root)
            close(at);
        at = next;
        if (at < 0)
            return false;
    }
}

/* A box that cannot be made clean must not see another run. The folders' own times would tell of the last one; all else
 * about them only their owner could change. */
void wipe(void)
{
    for (int i = 0; i < 2; i++)
        if (roots[i] >= 0 && !(emptied(roots[i]) && futimens(roots[i], NULL) == 0))
            fatal("wipe: something cannot be removed");
}
