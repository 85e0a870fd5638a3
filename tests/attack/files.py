"""The data file and who may have it."""

import os
import subprocess

from kit import attack


def start_on(server, path):
    """Tries to serve another name of the data file; its exit status, or None when it serves."""
    env = {**os.environ, "MEEPLE_LISTEN": "127.0.0.1:0", "MEEPLE_SANTORINI": "127.0.0.1:0", "MEEPLE_STORE": f"sqlite:{path}"}
    process = subprocess.Popen([server.meeple, "serve"], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    line = process.stdout.readline()
    if line.startswith(b"ready"):
        process.terminate()
        process.communicate()
        return None
    process.communicate()
    return process.returncode


@attack(18)
def data_file_linked(stage):
    """A second server gets at the data file by a symbolic or a hard link; a lone one does not start on a symbolic link."""
    server = stage.server()
    server.register("ann")
    file = f"{server.folder}/meeple.db"
    os.symlink(file, f"{server.folder}/symbolic.db")
    os.mkdir(f"{server.folder}/other")
    os.link(file, f"{server.folder}/other/hard.db")
    for name in ("symbolic.db", "other/hard.db"):
        assert start_on(server, f"{server.folder}/{name}") is not None, f"two servers have one data file, by {name}"
    assert server.client().login("ann") == 200
    server.stop()
    assert start_on(server, f"{server.folder}/symbolic.db") is None, "a data file behind a symbolic link is not served"
    server.start()
    assert server.client().login("ann") == 200, "the account is lost"
    return {"names": 3}
