data = bytearray(b"\1") * (160 << 20)
print(data.count(1) >> 20)
