#: tries = "asks for the addresses of names, and for pages, as a library does"
#: expect = ["ACCEPTED"]
import socket
import urllib.request

got = []
for name in ("localhost", "example.com", "host.docker.internal", "metadata.google.internal", socket.gethostname()):
    try:
        socket.create_connection((name, 80), timeout=0.2)
        got.append(name)
    except OSError:
        pass
for address in ("http://127.0.0.1:@PORT@/", "http://169.254.169.254/latest/meta-data/"):
    try:
        got.append(urllib.request.urlopen(address, timeout=0.2).read())
    except OSError:
        pass
try:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.sendto(b"x", ("8.8.8.8", 53))
        got.append("a datagram")
except OSError:
    pass
print(f"GOT {got}" if got else "CONTAINED")
