taken = []
while True:
    taken.append(bytearray(b"\1") * (1 << 20))
