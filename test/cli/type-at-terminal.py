"""Runs a command at a terminal of its own and types: `type-at-terminal.py '[["text to wait for", "keys"], …]' COMMAND…`.

Prints JSON: the exit code and everything that the terminal got. Ends after 40 s in every case.
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

answers = json.loads(sys.argv[1])
deadline = time.monotonic() + 40
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])

seen, looked = "", 0
while time.monotonic() < deadline:
    if answers and (at := seen.find(answers[0][0], looked)) >= 0:
        looked = at + len(answers[0][0])
        os.write(terminal, answers.pop(0)[1].encode())
        continue
    ready, _, _ = select.select([terminal], [], [], 0.5)
    if not ready:
        continue
    try:
        data = os.read(terminal, 65536)
    except OSError:  # Linux says so at the end.
        break
    if not data:
        break
    seen += data.decode("utf-8", "replace")
else:
    os.kill(child, signal.SIGKILL)
_, status = os.waitpid(child, 0)
print(json.dumps({"exitCode": os.waitstatus_to_exitcode(status), "screen": seen}))
