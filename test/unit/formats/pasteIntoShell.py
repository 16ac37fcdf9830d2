"""Pastes texts into an interactive shell on a pseudo-terminal, as a terminal does: line ends as carriage returns.

Reads JSON: `argv` and `env` of the shell, `folder` to start it in, `setUp` (lines that are typed first), `texts`,
`bracketed`, `seconds` (the longest wait for a text to be done). Writes JSON: `screen`, all that the terminal showed, and
`done`, how many texts the shell was done with.
"""
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

task = json.load(sys.stdin)
process, terminal = pty.fork()
if process == 0:
    os.chdir(task["folder"])
    os.execve(task["argv"][0], task["argv"], task["env"])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))
os.set_blocking(terminal, False)
screen = bytearray()


def type_until(keys, shown):
    """Sends the keys as fast as the terminal takes them; true once it shows `shown`."""
    start = len(screen)
    end = time.monotonic() + task["seconds"]
    while (left := end - time.monotonic()) > 0:
        readable, writable, _ = select.select([terminal], [terminal] if keys else [], [], left)
        if readable:
            try:
                screen.extend(os.read(terminal, 65536))
            except OSError:
                return False
            if screen.find(shown, max(0, start - len(shown))) >= 0:
                return True
        if writable:
            keys = keys[os.write(terminal, keys[:1024]) :]
    return False


def echo(number):
    """Keys that make the shell say which text it is done with, and what it then shows."""
    return b'echo "<do""ne %d>"\r' % number, b"<done %d>" % number


def paste_all():
    keys, shown = echo(0)
    if not type_until("".join(line + "\r" for line in task["setUp"]).encode() + keys, shown):
        return 0
    for number, text in enumerate(task["texts"], 1):
        pasted = text.replace("\n", "\r").encode()
        if task["bracketed"]:
            pasted = b"\x1b[200~" + pasted + b"\x1b[201~"
        keys, shown = echo(number)
        if not type_until(pasted + b"\r" + keys, shown):
            return number - 1
    return len(task["texts"])


done = paste_all()
try:
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
except OSError:
    pass
json.dump({"screen": screen.decode(errors="replace"), "done": done}, sys.stdout)
