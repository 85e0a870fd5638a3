#!/usr/bin/env python3
"""Several nodes on this machine, for a demonstration: ./start --nodes N [serve options]

A PostgreSQL cluster of its own and the nodes' data in FOLDER (data/nodes), the
nodes, and nginx in front of them at --listen. A node that ends is started
again. Ends with SIGTERM or SIGINT. One machine is no protection from the loss
of a machine, so the nodes get --log-may-lose: docs/NODES.md says how to do it
for real.
"""

import argparse
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

NGINX = """daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/nginx-body;
    proxy_temp_path {folder}/nginx-proxy;
    fastcgi_temp_path {folder}/nginx-fastcgi;
    uwsgi_temp_path {folder}/nginx-uwsgi;
    scgi_temp_path {folder}/nginx-scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
    upstream nodes {{
        {servers}
        keepalive 64;
    }}
    server {{
        listen {listen};
        client_max_body_size 0;  # the nodes have limits of their own
        location / {{
            proxy_pass http://nodes;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_read_timeout 1h;
            # Also what is no GET is given to the next node if it was not sent yet.
            proxy_next_upstream error timeout;
        }}
    }}
}}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


class Postgres:
    """A cluster in a folder, as the user `postgres` where we are root: it refuses to run as root."""

    def __init__(self, folder):
        self.data = os.path.join(folder, "postgresql")
        self.port = free_port()
        self.user = "postgres" if os.geteuid() == 0 else None
        self.process = None
        new = not os.path.exists(os.path.join(self.data, "PG_VERSION"))
        os.makedirs(self.data, mode=0o700, exist_ok=True)
        if self.user:
            user = pwd.getpwnam(self.user)
            os.chown(self.data, user.pw_uid, user.pw_gid)
            at = self.data
            while (at := os.path.dirname(at)) != "/" and os.stat(at).st_uid == 0:
                os.chmod(at, os.stat(at).st_mode | 0o011)  # to pass through
        if new:
            subprocess.run(self.as_user([program("initdb"), "-D", self.data, "-A", "trust", "-U", "super", "-E", "UTF8", "--locale=C"]),
                           check=True, stdout=subprocess.DEVNULL, cwd="/")
        self.log = open(os.path.join(folder, "postgresql.log"), "ab")
        self.start()
        if new:
            self.sql("CREATE ROLE meeple LOGIN")
            self.sql("CREATE DATABASE meeple OWNER meeple")
        self.url = f"postgresql://meeple@127.0.0.1:{self.port}/meeple"

    def as_user(self, command):
        return ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--clear-groups", *command] if self.user else command

    def start(self):
        options = ["-c", f"port={self.port}", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]
        self.process = subprocess.Popen(self.as_user([program("postgres"), "-D", self.data, *options]), stdout=self.log, stderr=self.log,
                                        cwd="/", start_new_session=True)
        for _ in range(300):
            if subprocess.run([program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)], check=False).returncode == 0:
                return
            time.sleep(0.1)
        sys.exit("PostgreSQL does not start: see postgresql.log")

    def sql(self, text):
        subprocess.run([program("psql"), "-X", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "super", "-d", "postgres", "-c", text],
                       check=True)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


class Node:
    def __init__(self, number, settings, url, folder):
        self.name = f"n{number}"
        self.port, link = free_port(), free_port()
        santorini = settings.santorini if number == 1 else f"127.0.0.1:{free_port()}"
        self.log = open(os.path.join(folder, self.name + ".log"), "ab")
        self.command = [settings.meeple, "serve", "--store", url, "--node", self.name, "--data", os.path.join(folder, self.name),
                        "--link", f"127.0.0.1:{link}", "--listen", f"127.0.0.1:{self.port}", "--santorini", santorini, "--trust-proxy",
                        "--log-may-lose", *settings.options]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=self.log, start_new_session=True)

    def health(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=1) as reply:
                return json.load(reply)
        except (OSError, ValueError):
            return {}


def front(settings, nodes, folder):
    """nginx, which gives requests to all nodes in turns."""
    conf = os.path.join(folder, "nginx.conf")
    servers = "\n        ".join(f"server 127.0.0.1:{n.port} max_fails=1 fail_timeout=1s;" for n in nodes)
    with open(conf, "w", encoding="utf-8") as file:
        file.write(NGINX.format(folder=folder, servers=servers, listen=settings.listen))
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    return subprocess.Popen([nginx, "-c", conf, "-e", os.path.join(folder, "nginx.log")], start_new_session=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--meeple", default="build/meeple")
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--folder", default="data/nodes")
    parser.add_argument("--listen", default="127.0.0.1:8080")
    parser.add_argument("--santorini", default="127.0.0.1:5656")
    settings, settings.options = parser.parse_known_args()
    settings.meeple = os.path.abspath(settings.meeple)
    if settings.listen.endswith(":0"):
        settings.listen = f"{settings.listen[:-2]}:{free_port()}"
    folder = os.path.abspath(settings.folder)
    os.makedirs(folder, exist_ok=True)

    ending = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ending.append(True))
    postgres = Postgres(folder)
    nodes = [Node(i + 1, settings, postgres.url, folder) for i in range(settings.nodes)]
    for node in nodes:
        node.start()
    nginx = front(settings, nodes, folder)
    try:
        ready = False
        while not ending:
            for node in nodes:
                if node.process.poll() is not None:
                    print(f"node {node.name} ended with status {node.process.returncode}: started again", file=sys.stderr)
                    time.sleep(0.2)
                    node.start()
            if not ready and all(n.health().get("role") for n in nodes) and sum(n.health().get("role") == "leader" for n in nodes) == 1:
                ready = True
                print(f"ready http={settings.listen} santorini={settings.santorini} store={postgres.url} "
                      + " ".join(f"{n.name}=127.0.0.1:{n.port}" for n in nodes), flush=True)
            time.sleep(0.2)
    finally:
        nginx.terminate()
        for node in nodes:
            node.process.terminate()
        for node in nodes:
            node.process.wait(20)
        nginx.wait(10)
        postgres.stop()


if __name__ == "__main__":
    main()
