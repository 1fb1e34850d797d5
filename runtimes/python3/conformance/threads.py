import threading

lock = threading.Lock()
counter = 0


def add() -> None:
    global counter
    for _ in range(50000):
        with lock:
            counter += 1


threads = [threading.Thread(target=add) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(counter)
