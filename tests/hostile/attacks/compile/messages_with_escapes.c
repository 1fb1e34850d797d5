//: tries = "has the compiler's messages command a terminal or a web page, and name files of the host"
//: expect = ["COMPILE_ERROR"]
#line 1 "\033]0;title\007\033[2J<script>alert(1)</script>"
#warning "here"
#line 1 "/etc/passwd"
int main(void) { return undeclared; }
#line 3 "@SECRET_FILE@"
#error "[2J â€® ÿþ"
