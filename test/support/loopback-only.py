"""Becomes a command in a network namespace where nothing but loopback is up, for tests.

unshare --map-root-user --net python3 loopback-only.py COMMAND [ARGUMENT...]
"""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS = 0x8914
IFF_UP = 1

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP))
os.execvp(sys.argv[1], sys.argv[1:])
