"""Measures what `cubesolve serve` bears, on loopback: python3 benches/server.py target/release/cubesolve

Clients that go away in the middle of something (and how long the next one waits), Ctrl-C, and a load of
clients, slow readers, half-open heads and bodies of a gigabyte. Each server is a new process, so that
tables that are made when they are first needed are made each time. Prints median and worst.
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
QUESTIONS = {
    "a search": {"progress": True},
    "two phases": {"fast": True, "timeout": 60},
    "two phases in quarter turns": {"fast": True, "timeout": 60, "metric": "qtm"},
    "corners": {"goal": "corners"},
    "edges": {"goal": "edges"},
    "eo,dr,htr,solved": {"goal": "eo,dr,htr,solved"},
    "htr": {"goal": "htr"},
    "f2l": {"goal": "f2l"},
    "certain turns": {"moves": "R,U,F,L,D,B"},
    "the 2x2x2": {"puzzle": "2x2x2", "all": True},
}


class Server:
    """A server of its own, ended with the block."""

    def __enter__(self):
        command = [PROGRAM, "serve", "--address", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = re.search(r"127\.0\.0\.1:(\d+)", self.process.stdout.readline())[1]
        self.address = ("127.0.0.1", int(port))
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, question, length=None):
        """A connection on which a question was asked, perhaps of a body that is announced only."""
        body = json.dumps(question).encode() if length is None else b""
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


def tell(what, seconds):
    print(f"{what}: median {statistics.median(seconds) * 1e3:.1f} ms, worst {max(seconds) * 1e3:.0f} ms", flush=True)


def ask_and_wait(server, options):
    client = server.send({"scramble": SUPERFLIP, **options})
    time.sleep(random.uniform(0, 0.4))
    return client


def leave(options):
    with Server() as server:
        time.sleep(1)  # what two phases need is made by then
        ask_and_wait(server, options).close()
        return server.easy()


def interrupt(options, rest):
    with Server() as server:
        time.sleep(rest)
        with ask_and_wait(server, options):
            start = time.perf_counter()
            server.process.send_signal(signal.SIGINT)
            server.process.wait()
            return time.perf_counter() - start


def crowd(server, count):
    times, start = [], time.perf_counter()

    def one():
        while True:  # too many at a time are told to come again
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
    tell(f"{count} clients at once, all answered in {time.perf_counter() - start:.1f} s", times)


def half_open(server):
    clients = [socket.create_connection(server.address) for _ in range(200)]
    start = time.perf_counter()
    for client in clients:
        client.sendall(b"POST /solve HTTP/1.1\r\nhost:")
    tell("beside 200 half-open heads", [server.easy() for _ in range(20)])
    for client in clients:
        client.settimeout(60)
        while client.recv(4096):
            pass
    print(f"the heads were left after {time.perf_counter() - start:.1f} s", flush=True)


def slow_readers(server):
    clients = [server.send({"scrambles": ["R U F'"] * 10_000}) for _ in range(20)]
    tell("beside 20 clients that read nothing", [server.easy() for _ in range(20)])
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
    print(f"a body of 1 GB: left after {(time.perf_counter() - start) * 1e3:.1f} ms and {sent / 1e6:.1f} MB", flush=True)


def memory(server):
    status = open(f"/proc/{server.process.pid}/status").read()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) / 1e3


for name, options in QUESTIONS.items():
    tell(f"left in the middle of {name}", [leave(options) for _ in range(TIMES)])
for name, options in QUESTIONS.items():
    tell(f"Ctrl-C in the middle of {name}", [interrupt(options, 1) for _ in range(5)])
tell("Ctrl-C in the first second", [interrupt({"progress": True}, 0) for _ in range(10)])
with Server() as server:
    server.easy()
    crowd(server, 1000)
    slow_readers(server)
    gigabyte(server)
    half_open(server)
    print(f"at most {memory(server):.0f} MB of memory")
