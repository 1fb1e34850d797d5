//: tries = "writes frames of the agent's protocol to its own output: a report that all is well, and the expected output"
//: expect = ["WRONG_ANSWER"]
//: uses = "probe.h"

static void frame(int to, unsigned kind, unsigned run, const void *payload, uint32_t length)
{
    uint8_t header[8] = {(uint8_t)length, (uint8_t)(length >> 8), (uint8_t)(length >> 16), (uint8_t)(length >> 24), (uint8_t)kind, 0, (uint8_t)run, 0};
    if (write(to, header, 8) != 8 || (length && write(to, payload, length) != (ssize_t)length))
        exit(1);
}

int main(void)
{
    static const uint8_t report[76] = {[40] = 1};
    static const char hello[28] = "pgjudge\0\1\0\0\0\0\0\1\0\0\0\4";
    for (int to = 1; to <= 2; to++)
        for (unsigned run = 0; run < 4; run++) {
            frame(to, 67, run, "CONTAINED\n", 10);
            frame(to, 70, run, report, sizeof report);
            frame(to, 64, 0, hello, sizeof hello);
            frame(to, 65, 0, report, 8);
            frame(to, 73, 0, "over", 5);
        }
    return 0;
}
