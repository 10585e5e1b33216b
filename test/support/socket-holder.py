"""The place of systemd's socket activation (sd_listen_fds(3)), for tests.

hold HOST PATH         opens a listening TCP socket, prints its port, and hands a copy of it to
                       any client that connects to the Unix socket at PATH, until it is ended
launch COUNT PATH CMD  becomes CMD, with COUNT copies of that socket from descriptor 3 on
"""

import os
import socket
import sys

FIRST_DESCRIPTOR = 3
ASIDE = 100


def hold(host, path):
    port = socket.create_server((host, 0))
    giver = socket.socket(socket.AF_UNIX)
    giver.bind(path)
    giver.listen()
    print(port.getsockname()[1], flush=True)
    while True:
        taker, _ = giver.accept()
        with taker:
            socket.send_fds(taker, [b"."], [port.fileno()])


def launch(count, path, command):
    with socket.socket(socket.AF_UNIX) as holder:
        holder.connect(path)
        _, (handed,), _, _ = socket.recv_fds(holder, 1, 1)
    # Out of the way of the descriptors that it is copied to.
    os.dup2(handed, ASIDE, inheritable=False)
    for at in range(count):
        os.dup2(ASIDE, FIRST_DESCRIPTOR + at)
    os.environ.update(
        LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(count), LISTEN_FDNAMES="wardbox.socket"
    )
    os.execvp(command[0], command)


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        hold(*sys.argv[2:])
    launch(int(sys.argv[2]), sys.argv[3], sys.argv[4:])
