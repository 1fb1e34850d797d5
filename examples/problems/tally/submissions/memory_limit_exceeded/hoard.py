# Uses up to 1 GiB; the problem allows 256 MiB.
blocks = [bytes([number & 127]) * (1 << 20) for number in range(1024)]
print(sum(block[0] for block in blocks))
