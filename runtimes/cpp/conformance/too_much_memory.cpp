#include <list>
#include <string>

int main() {
    std::list<std::string> taken;
    for (;;)
        taken.emplace_back(1 << 20, 'x');
}
