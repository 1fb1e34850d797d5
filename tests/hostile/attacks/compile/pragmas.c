//: tries = "passes options, plugins, linker arguments and files to write by pragmas and attributes"
//: expect = ["ACCEPTED", "COMPILE_ERROR"]
//: uses = "probe.h"
#pragma GCC optimize("-fplugin=/tmp/evil.so", "-wrapper=/bin/sh,-c,id", "-specs=/tmp/specs")
#pragma GCC optimize("dump-tree-all", "save-temps", "-o/tmp/other", "-B/tmp", "stack-usage")
#pragma GCC target("arch=native")
#pragma GCC pch_preprocess "/dev/urandom"
#pragma comment(linker, "/tmp/evil.o")
#pragma GCC dependency "/etc/shadow"

__attribute__((optimize("-fplugin=/tmp/evil.so"))) int main(void) { return contained(); }
