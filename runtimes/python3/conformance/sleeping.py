import time

time.sleep(0.3)
print("awake")
