/* Payloads taken apart. The host is trusted, but a bug in it must end a box, not bend it: whatever does not
 * follow the protocol to the byte is fatal. */
#include "agent.h"

#include <string.h>

static uint64_t take(struct cursor *cursor, int bytes)
{
    if (cursor->end - cursor->at < bytes)
        fatal("payload too short");
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)cursor->at[i] << 8 * i;
    cursor->at += bytes;
    return value;
}

uint16_t take_u16(struct cursor *cursor) { return (uint16_t)take(cursor, 2); }
uint32_t take_u32(struct cursor *cursor) { return (uint32_t)take(cursor, 4); }
uint64_t take_u64(struct cursor *cursor) { return take(cursor, 8); }

const char *take_string(struct cursor *cursor)
{
    const char *string = (const char *)cursor->at;
    const uint8_t *nul = memchr(cursor->at, 0, (size_t)(cursor->end - cursor->at));
    if (!nul)
        fatal("string without an end");
    cursor->at = nul + 1;
    return string;
}

const char *take_path(struct cursor *cursor)
{
    const char *path = take_string(cursor);
    if (strlen(path) > PATH_MOST || (strncmp(path, "/box/", 5) && strncmp(path, "/tmp/", 5)))
        fatal("path not below /box or /tmp, or too long");
    for (const char *part = path + 1;; part++) {
        size_t length = strcspn(part, "/");
        if (!length || (length == 1 && part[0] == '.') || (length == 2 && part[0] == '.' && part[1] == '.'))
            fatal("path with an empty, . or .. part");
        part += length;
        if (!*part)
            return path;
    }
}

void take_end(const struct cursor *cursor)
{
    if (cursor->at != cursor->end)
        fatal("payload too long");
}

void take_request(const struct frame *frame, struct request *request)
{
    struct cursor cursor = {frame->data, frame->data + frame->length};
    request->cpu_ns = take_u64(&cursor);
    request->wall_ns = take_u64(&cursor);
    request->stdout_most = take_u64(&cursor);
    request->stderr_most = take_u64(&cursor);
    request->stack_bytes = take_u64(&cursor);
    request->file_bytes = take_u64(&cursor);
    request->files = take_u32(&cursor);
    request->cores = take_u32(&cursor);
    request->uid = take_u32(&cursor);
    request->flags = take_u32(&cursor);
    uint16_t argc = take_u16(&cursor), envc = take_u16(&cursor);
    if (!request->cores || request->flags & ~(uint32_t)(WIPE | MERGE))
        fatal("RUN: cores or flags");
    if (!request->uid || request->uid == UINT32_MAX) /* -1 would tell setresuid to leave the agent's own */
        fatal("RUN: uid");
    if (argc < 1 || argc > ARGC_MOST || envc > ENVC_MOST)
        fatal("RUN: argc or envc");
    request->directory = take_string(&cursor);
    for (int i = 0; i < argc; i++)
        request->argv[i] = take_string(&cursor);
    for (int i = 0; i < envc; i++) {
        request->envp[i] = take_string(&cursor);
        if (!strchr(request->envp[i], '=') || request->envp[i][0] == '=')
            fatal("RUN: environment string is not NAME=value");
    }
    request->argv[argc] = request->envp[envc] = NULL;
    if (!request->directory[0] || !request->argv[0][0])
        fatal("RUN: empty directory or program");
    take_end(&cursor);
}
