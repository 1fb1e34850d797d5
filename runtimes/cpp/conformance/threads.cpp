#include <iostream>
#include <mutex>
#include <thread>
#include <vector>

int main() {
    std::mutex lock;
    int counter = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
            for (int step = 0; step < 50000; step++) {
                std::lock_guard<std::mutex> guard(lock);
                counter++;
            }
        });
    for (auto& thread : threads)
        thread.join();
    std::cout << counter << '\n';
}
