//: tries = "passes as many and as long arguments as an execve takes, for ever"
//: expect = ["TIME_LIMIT(cpu time)", "MEMORY_LIMIT", "RUNTIME_ERROR(exit 1)"]
//: time_ms = 300
//: memory_most_mib = 70
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
    static char *arguments[2000];
    char *text = malloc(131072);
    memset(text, 'a', 131071);
    text[131071] = 0;
    for (int many = 1000; many > 0; many -= 10) { /* until it fits */
        for (int i = 0; i < many; i++)
            arguments[i] = text;
        arguments[many] = NULL;
        execve("/proc/self/exe", arguments, NULL);
    }
    return 1;
}
