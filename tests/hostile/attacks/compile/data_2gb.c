//: tries = "asks for arrays of gigabytes that must be written to a file"
//: expect = ["COMPILE_ERROR"]
//: compile_ms = 2000
//: compile_mib = 256
char huge[2000000000] = {1};

int main(int argc, char **argv) { (void)argv; return huge[(unsigned)argc * 5]; }
