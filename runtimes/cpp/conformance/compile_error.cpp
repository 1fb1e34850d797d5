int main() {
    return undeclared;
}
