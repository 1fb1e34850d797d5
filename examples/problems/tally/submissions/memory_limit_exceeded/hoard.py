# Uses up to 1 GiB; the problem allows 256 MiB.
hoard = b"apple" * ((1 << 30) // 5)
print(hoard[:5].decode(), len(hoard))
