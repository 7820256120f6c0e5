"""Opens a log in a terminal and leaves: `python3 .ci/press-keys.py COMMAND…`. Fails if the inspector does not show it within a minute."""
import os
import pty
import select
import signal
import sys
import time

# Without a folder for the user's data: nothing is remembered from an earlier time.
os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_DATA_HOME="/dev/null")
process, terminal = pty.fork()
if process == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
shown, began, keys = b"", time.monotonic(), [(b"Timeline", b"/checkoutFailed\r"), (b"hit 1 of 2", b"qq")]
left = False
try:
    while not left and time.monotonic() - began < 60 and select.select([terminal], [], [], 20)[0]:
        read = os.read(terminal, 1 << 16)
        shown += read
        left = not read
        if keys and keys[0][0] in shown:
            os.write(terminal, keys.pop(0)[1])
except OSError:
    left = True  # Nobody has the terminal any more.
if not left:
    os.kill(process, signal.SIGKILL)
status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
if keys or status:
    sys.exit(f"error: ended with {status}, and showed: {shown[-2000:]!r}")
