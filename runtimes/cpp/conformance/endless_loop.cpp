int main() {
    volatile unsigned steps = 0;
    for (;;)
        steps = steps + 1;
}
