"""Measures `cubesolve serve` under load, on loopback: python3 benches/server.py target/release/cubesolve

Clients that disconnect in the middle of a request (the time until the next answer), Ctrl-C, an easy cube
beside long searches, and many clients, slow readers, half-open heads and bodies of a gigabyte. Each server
is a new process, which generates its tables when they are first needed. Prints median and worst.
"""

import json
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1]
TIMES = int(sys.argv[2]) if len(sys.argv) > 2 else 30
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
EASY = {"scramble": "R U F'"}
REQUESTS = {
    "a search": {"progress": True},
    "two phases": {"fast": True, "timeout": 60},
    "two phases in quarter turns": {"fast": True, "timeout": 60, "metric": "qtm"},
    "corners": {"goal": "corners"},
    "edges": {"goal": "edges"},
    "eo,dr,htr,solved": {"goal": "eo,dr,htr,solved"},
    "htr": {"goal": "htr"},
    "f2l": {"goal": "f2l"},
    "allowed moves": {"moves": "R,U,F,L,D2,B2"},
    "the 2x2x2": {"puzzle": "2x2x2", "all": True},
}


class Server:
    """A server process that is killed at the end of the block."""

    def __enter__(self):
        command = [PROGRAM, "serve", "--address", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = re.search(r"127\.0\.0\.1:(\d+)", self.process.stdout.readline())[1]
        self.address = ("127.0.0.1", int(port))
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, request, length=None):
        """A connection with a request to solve; with `length` its body is only announced."""
        body = json.dumps(request).encode() if length is None else b""
        head = (f"POST /solve HTTP/1.1\r\nhost: 127.0.0.1:{self.address[1]}\r\nconnection: close\r\n"
                f"content-type: application/json\r\ncontent-length: {length or len(body)}\r\n\r\n")
        client = socket.create_connection(self.address)
        client.sendall(head.encode() + body)
        return client

    def easy(self):
        """Seconds until an easy cube is solved."""
        start = time.perf_counter()
        with self.send(EASY) as client:
            answer = b"".join(iter(lambda: client.recv(4096), b""))
        assert b'"optimal":true' in answer, answer
        return time.perf_counter() - start


def report(what, seconds):
    print(f"{what}: median {statistics.median(seconds) * 1e3:.1f} ms, worst {max(seconds) * 1e3:.0f} ms", flush=True)


def begin(server, options):
    client = server.send({"scramble": SUPERFLIP, **options})
    time.sleep(random.uniform(0, 0.4))
    return client


def disconnect(options):
    with Server() as server:
        begin(server, options).close()
        return server.easy()


def interrupt(options, delay):
    with Server() as server:
        time.sleep(delay)
        with begin(server, options):
            start = time.perf_counter()
            server.process.send_signal(signal.SIGINT)
            server.process.wait()
            return time.perf_counter() - start


def crowd(server, count):
    times, start = [], time.perf_counter()

    def one():
        while True:  # too many at a time are refused
            try:
                times.append(server.easy())
                return
            except (AssertionError, OSError):
                time.sleep(0.05)

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report(f"{count} clients at once, all answered in {time.perf_counter() - start:.1f} s", times)


def half_open(server):
    clients = [socket.create_connection(server.address) for _ in range(200)]
    start = time.perf_counter()
    for client in clients:
        client.sendall(b"POST /solve HTTP/1.1\r\nhost:")
    report("beside 200 half-open heads", [server.easy() for _ in range(20)])
    for client in clients:
        client.settimeout(60)
        while client.recv(4096):
            pass
    print(f"the heads were closed after {time.perf_counter() - start:.1f} s", flush=True)


def slow_readers(server):
    clients = [server.send({"scrambles": ["R U F'"] * 10_000}) for _ in range(20)]
    report("beside 20 clients that read nothing", [server.easy() for _ in range(20)])
    for client in clients:
        client.close()


def gigabyte(server):
    start, sent = time.perf_counter(), 0
    with server.send(None, length=1 << 30) as client:
        client.settimeout(10)
        try:
            while sent < 1 << 30:
                sent += client.send(bytes(1 << 16))
        except OSError:
            pass
    print(f"a body of 1 GB: refused after {(time.perf_counter() - start) * 1e3:.1f} ms and {sent / 1e6:.1f} MB", flush=True)


def memory(server):
    status = open(f"/proc/{server.process.pid}/status").read()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1e3


for name, options in REQUESTS.items():
    report(f"disconnected in the middle of {name}", [disconnect(options) for _ in range(TIMES)])
for name, options in REQUESTS.items():
    report(f"Ctrl-C in the middle of {name}", [interrupt(options, 1) for _ in range(5)])
report("Ctrl-C in the first second", [interrupt({"progress": True}, 0) for _ in range(10)])
with Server() as server:
    long_searches = [server.send({"scramble": SUPERFLIP}) for _ in range(8)]
    report("an easy cube beside 8 superflips", [server.easy() for _ in range(20)])
with Server() as server:
    server.easy()
    crowd(server, 1000)
    slow_readers(server)
    gigabyte(server)
    half_open(server)
    print(f"at most {memory(server):.0f} MB of memory")
