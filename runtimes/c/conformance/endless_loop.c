int main(void) {
    volatile unsigned steps = 0;
    for (;;)
        steps++;
}
