"""A gate on a node's way to PostgreSQL: while it is shut, what either side says is kept back, and nobody is told.

Unlike a cut wire it needs no privileges, cuts off nothing else, and what was sent before it was opened arrives late."""

import contextlib
import socket
import threading


class Gate:
    def __init__(self, host, port):
        self.target = (host, port)
        self.open = threading.Event()
        self.open.set()
        self.socks = set()
        self.listener = socket.create_server((host, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def shut(self, off=True):
        if off:
            self.open.clear()
        else:
            self.open.set()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near):
        self.open.wait()
        try:
            far = socket.create_connection(self.target, 10)
        except OSError:
            near.close()
            return
        far.settimeout(None)
        for sock in (near, far):
            self.socks.add(sock)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=self.pump, args=(one, other), daemon=True).start()

    def pump(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.open.wait()
                other.sendall(data)
        self.open.wait()
        for sock in (one, other):
            self.socks.discard(sock)
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            sock.close()

    def close(self):
        self.listener.close()
        for sock in list(self.socks):
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self.open.set()
