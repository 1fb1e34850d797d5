//: tries = "makes calls by the entry of 32-bit programs, where other numbers mean other calls"
//: expect = ["ACCEPTED"]
//: uses = "probe.h"

static int getpid_of_old(void)
{
    long answer = 20; /* there getpid, here writev */
    __asm__ volatile("int $0x80" : "+a"(answer) : "b"(0), "c"(0), "d"(0) : "memory");
    return answer > 0 ? 77 : 0;
}

static int mount_of_old(void)
{
    long answer = 21;
    __asm__ volatile("int $0x80" : "+a"(answer) : "b"(0), "c"(0), "d"(0) : "memory");
    return 78;
}

static int by_a_far_jump(void)
{
    static uint8_t *code; /* 32-bit code: mov eax,20; int 0x80; hlt */
    code = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memcpy(code, "\xb8\x14\0\0\0\xcd\x80\x90\xf4", 9);
    struct __attribute__((packed)) {
        uint32_t at;
        uint16_t segment;
    } far = {0x10000000, 0x23};
    __asm__ volatile("ljmp *%0" : : "m"(far));
    return 79;
}

int main(void)
{
    int (*const ways[])(void) = {getpid_of_old, mount_of_old, by_a_far_jump};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        int status = in_child(ways[i]);
        if (!WIFSIGNALED(status) || (i < 2 && WTERMSIG(status) != SIGSYS && WTERMSIG(status) != SIGSEGV))
            got("an answer: way %zu, status %x", i, (unsigned)status);
    }
    return contained();
}
