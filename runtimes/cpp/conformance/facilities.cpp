#include <bits/stdc++.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace std::chrono_literals;
namespace fs = std::filesystem;

static void must(bool condition, const char *what) {
    if (!condition) {
        std::cerr << what << ": " << std::strerror(errno) << '\n';
        std::exit(1);
    }
}

static void threads() {
    std::mutex mutex;
    std::condition_variable condition;
    std::shared_mutex shared;
    std::atomic<int> count{0};
    int ready = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 8; i++)
        all.emplace_back([&] {
            std::shared_lock reader(shared);
            count.fetch_add(1);
            std::lock_guard guard(mutex);
            ready++;
            condition.notify_one();
        });
    {
        std::unique_lock lock(mutex);
        condition.wait(lock, [&] { return ready == 8; });
        must(!condition.wait_for(lock, 1ms, [] { return false; }), "wait_for");
    }
    for (auto &thread : all)
        thread.join();
    auto later = std::async(std::launch::async, [] { return std::this_thread::get_id(); });
    must(count == 8 && later.get() != std::this_thread::get_id(), "async");
    std::promise<int> promise;
    std::thread([&] { promise.set_value(5); }).detach();
    must(promise.get_future().get() == 5 && std::thread::hardware_concurrency() > 0, "promise");
    thread_local int own = 1;
    std::once_flag once;
    std::call_once(once, [&] { own++; });
}

static void timers() {
    auto before = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(2ms);
    std::this_thread::sleep_until(std::chrono::system_clock::now() + 1ms);
    must(std::chrono::steady_clock::now() - before >= 3ms && std::clock() >= 0 && std::time(nullptr) > 0, "clocks");
    must(std::chrono::high_resolution_clock::now().time_since_epoch().count() > 0, "high resolution");
}

static volatile std::sig_atomic_t caught;

static void signals() {
    std::signal(SIGUSR1, [](int number) { caught = number; });
    std::raise(SIGUSR1);
    must(caught == SIGUSR1, "raise");
    try {
        throw std::runtime_error("unwound");
    } catch (const std::exception &error) {
        must(!std::strcmp(error.what(), "unwound"), "exception");
    }
}

static void polling() {
    int ends[2];
    must(!pipe(ends) && write(ends[1], "x", 1) == 1, "pipe");
    pollfd one{ends[0], POLLIN, 0};
    must(poll(&one, 1, 1000) == 1, "poll");
}

static void mapping() {
    void *map = mmap(nullptr, 1 << 26, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(map != MAP_FAILED && !munmap(map, 1 << 26), "mmap");
    std::vector<char> large(48 << 20, 1);
    large.shrink_to_fit();
    std::pmr::unsynchronized_pool_resource pool;
    std::pmr::list<int> list(1000, 1, &pool);
    must(std::accumulate(list.begin(), list.end(), 0) == 1000, "pool");
}

static void files() {
    fs::create_directories("a/b");
    {
        std::ofstream out("a/b/file");
        std::string block(1 << 20, 'x');
        for (int i = 0; i < 16; i++)
            out << block;
    }
    must(fs::file_size("a/b/file") == 16 << 20, "file_size");
    fs::copy("a", "c", fs::copy_options::recursive);
    fs::create_symlink("file", "c/b/link");
    fs::create_hard_link("c/b/file", "c/b/hard");
    fs::permissions("c/b/file", fs::perms::owner_all);
    fs::resize_file("c/b/file", 3);
    fs::last_write_time("c/b/file", fs::file_time_type::clock::now());
    fs::rename("c/b/file", "c/b/other");
    must(fs::read_symlink("c/b/link") == "file" && fs::hard_link_count("c/b/other") == 2, "links");
    must(std::distance(fs::recursive_directory_iterator("c"), {}) == 4, "iterator");
    std::ifstream in("c/b/other");
    std::string text;
    must(in >> text && text == "xxx" && fs::space("/tmp").capacity > 0, "read");
    must(fs::current_path() == "/tmp" && fs::canonical("c/../a") == "/tmp/a", "paths");
    must(fs::remove_all("a") == 3 && fs::remove_all("c") == 5, "remove_all");
    std::unique_ptr<FILE, int (*)(FILE *)> temporary(std::tmpfile(), std::fclose);
    must(bool(temporary), "tmpfile");
}

static void children() { must(std::system("exit 3") == 3 << 8, "system"); }

static void sockets() {
    int ends[2];
    must(!socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) && write(ends[0], "x", 1) == 1, "socketpair");
}

static void randomness() {
    std::random_device device;
    std::mt19937_64 engine(device());
    std::uniform_int_distribution<int> dice(1, 6);
    must(dice(engine) <= 6 && device() != device(), "random_device");
    std::random_device other("/dev/urandom");
    must(other() != other(), "urandom");
}

static void locale_() {
    std::locale::global(std::locale(""));
    std::ostringstream out;
    out.imbue(std::locale());
    std::time_t zero = 0;
    out << std::put_time(std::gmtime(&zero), "%Y") << std::fixed << std::setprecision(1) << 0.5;
    must(out.str() == "19700.5", "put_time");
}

int main() {
    const std::pair<const char *, void (*)()> all[] = {
        {"threads", threads},   {"timers", timers},     {"signals", signals}, {"polling", polling},   {"mapping", mapping},
        {"files", files},       {"children", children}, {"sockets", sockets}, {"random", randomness}, {"locale", locale_},
    };
    for (auto [name, use] : all) {
        use();
        std::cout << name << std::endl;
    }
}
