//: tries = "looks for the host's devices, groups, firmware and disks in /sys and /dev"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

static void must_be_empty(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.')
            got("%s/%s", path, entry->d_name);
    if (folder != NULL)
        closedir(folder);
}

int main(void)
{
    static const char *const known[] = {"null", "zero", "full", "random", "urandom", "tty", "stdin", "stdout", "stderr", "fd",
                                        "shm", "pts", "ptmx", "core", "mqueue", "console"};
    must_be_empty("/sys");
    must_be_empty("/proc/acpi");
    must_be_empty("/proc/scsi");
    must_be_empty("/proc/asound");
    DIR *devices = opendir("/dev");
    for (struct dirent *entry; (entry = readdir(devices)) != NULL;) {
        int permitted = entry->d_name[0] == '.';
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            permitted |= strcmp(entry->d_name, known[i]) == 0;
        if (!permitted)
            got("/dev/%s", entry->d_name);
    }
    FILE *groups = fopen("/proc/self/cgroup", "r");
    for (char line[500]; groups != NULL && fgets(line, sizeof line, groups) != NULL;)
        if (strstr(line, "pgjudge") != NULL || strstr(line, "docker") != NULL)
            got("the name of its group: %s", line);
    return contained();
}
