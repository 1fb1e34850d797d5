import asyncio
import concurrent.futures
import ctypes
import datetime
import fcntl
import gc
import glob
import locale
import mmap
import multiprocessing
import os
import queue
import random
import resource
import secrets
import select
import selectors
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import uuid


def threads():
    results = queue.Queue()
    lock, event, barrier = threading.Lock(), threading.Event(), threading.Barrier(8)

    def work(number):
        barrier.wait()
        with lock:
            results.put(number)
        event.set()

    workers = [threading.Thread(target=work, args=(i,), name=f"worker-{i}") for i in range(8)]
    for worker in workers:
        worker.start()
    assert event.wait(5)
    for worker in workers:
        worker.join()
    assert sorted(results.queue) == list(range(8))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda x: x * x, range(10))) == [x * x for x in range(10)]
    threading.stack_size(64 << 20)
    deep = threading.Thread(target=lambda: results.put("deep"))
    deep.start()
    deep.join()
    threading.stack_size(0)
    assert os.cpu_count() > 0 and os.sched_getaffinity(0)


def timers():
    before = time.monotonic()
    time.sleep(0.002)
    assert time.monotonic() - before >= 0.002
    assert time.perf_counter_ns() and time.process_time_ns() and time.thread_time_ns() and time.time() > 0
    fired = threading.Event()
    threading.Timer(0.001, fired.set).start()
    assert fired.wait(5)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))
    assert sys.setrecursionlimit(50_000) is None


def signals():
    caught = []
    signal.signal(signal.SIGALRM, lambda number, _frame: caught.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    while not caught:
        time.sleep(0.001)
    signal.signal(signal.SIGUSR1, lambda number, _frame: caught.append(number))
    signal.raise_signal(signal.SIGUSR1)
    os.kill(os.getpid(), signal.SIGUSR1)
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    os.kill(os.getpid(), signal.SIGTERM)
    assert signal.sigtimedwait({signal.SIGTERM}, 1).si_signo == signal.SIGTERM
    assert caught == [signal.SIGALRM, signal.SIGUSR1, signal.SIGUSR1]


def polling():
    reading, writing = os.pipe()
    os.write(writing, b"x")
    assert select.select([reading], [], [], 1)[0] == [reading]
    for made in (select.poll(), select.epoll()):
        made.register(reading, select.POLLIN)
        assert made.poll(1000)
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        assert selector.select(1)

    async def both():
        return await asyncio.gather(asyncio.sleep(0.001, 1), asyncio.to_thread(lambda: 2))

    assert asyncio.run(both()) == [1, 2]
    os.close(reading)
    os.close(writing)


def mapping():
    with mmap.mmap(-1, 1 << 24) as anonymous:
        anonymous[1 << 20] = 7
        assert anonymous[1 << 20] == 7
    with open("mapped", "w+b") as file:
        file.truncate(8192)
        with mmap.mmap(file.fileno(), 8192) as mapped:
            mapped[:4] = b"text"
            mapped.flush()
        assert file.read(4) == b"text"
    large = bytearray(48 << 20)
    del large
    assert gc.collect() >= 0
    assert ctypes.CDLL(None).abs(-3) == 3
    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda x: x + 1)
    assert callback(1) == 2


def files():
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "large")
        with open(name, "wb") as file:
            for _ in range(8):
                file.write(bytes(1 << 20))
            file.flush()
            os.fsync(file.fileno())
            fcntl.flock(file, fcntl.LOCK_EX)
        assert os.stat(name).st_size == 8 << 20
        shutil.copy2(name, name + ".copy")
        os.chmod(name, 0o600)
        os.utime(name, (1, 1))
        os.symlink("large", name + ".link")
        os.link(name, name + ".hard")
        os.rename(name, name + ".moved")
        assert len(glob.glob(folder + "/large.*")) == 4
        shutil.copytree(folder, folder + "/tree", symlinks=True)
        assert sum(len(names) for _, _, names in os.walk(folder)) == 8
        shutil.rmtree(folder + "/tree")
        assert shutil.disk_usage(folder).total > 0
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
    database = sqlite3.connect("data.db")
    database.execute("create table t (a)")
    database.execute("insert into t values (1)")
    database.commit()
    assert database.execute("select a from t").fetchone() == (1,)
    database.close()


def double(number):
    return 2 * number


def children():
    child = os.fork()
    if not child:
        os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    done = subprocess.run(["/bin/cat"], input=b"text", capture_output=True, check=True)
    assert done.stdout == b"text"
    assert subprocess.run("exit 4", shell=True, start_new_session=True).returncode == 4
    assert subprocess.check_output([sys.executable, "-c", "print(1)"], text=True) == "1\n"
    assert os.popen("echo word").read() == "word\n"
    try:
        subprocess.run(["/bin/sleep", "10"], timeout=0.01)
        raise AssertionError("no timeout")
    except subprocess.TimeoutExpired:
        pass
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(double, range(4)) == [0, 2, 4, 6]


def sockets():
    one, other = socket.socketpair()
    one.sendall(b"up")
    assert other.recv(2) == b"up"
    one.close()
    other.close()
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind("server")
        server.listen()
        client.connect("server")
        accepted, _ = server.accept()
        accepted.close()
    try:
        socket.socket()
        raise AssertionError("an internet socket")
    except PermissionError:
        pass


def randomness():
    assert len(os.urandom(8)) == 8 and secrets.token_hex(8) and uuid.uuid4()
    with open("/dev/urandom", "rb") as device:
        assert len(device.read(8)) == 8
    random.seed()
    assert random.random() < 1 and random.SystemRandom().randrange(6) < 6


def locales():
    locale.setlocale(locale.LC_ALL, "")
    assert locale.getlocale()[1] == "UTF-8"
    assert time.localtime(0).tm_year == 1970 and datetime.datetime.now().year > 2000
    assert sys.stdout.encoding == "utf-8" and os.fsencode("ž") == b"\xc5\xbe"


for name, use in {
    "threads": threads,
    "timers": timers,
    "signals": signals,
    "polling": polling,
    "mapping": mapping,
    "files": files,
    "children": children,
    "sockets": sockets,
    "random": randomness,
    "locale": locales,
}.items():
    use()
    print(name, flush=True)
