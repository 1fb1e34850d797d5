//: tries = "has the compiler read a file of the host, whose text its errors would show"
//: expect = ["COMPILE_ERROR"]
#include "@SECRET_FILE@"

int main(void) { return 0; }
