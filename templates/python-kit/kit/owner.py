"""Which process holds something, so that others can tell whether it still lives."""

import os
import socket
from pathlib import Path
from typing import Any, TypedDict


class Owner(TypedDict):
    """A process.

    started: clock ticks since boot, and the boot; tells it from a later one of the same id. None without /proc.
    host: the machine; on Linux with the pid namespace, as containers count their processes apart.
    """

    pid: int
    started: str | None
    host: str


def owner() -> Owner:
    """Name this process."""
    return {"pid": os.getpid(), "started": started(os.getpid()), "host": HOST}


def is_owner(value: Any) -> bool:
    """Tell whether a value read from a file names a process."""
    if not isinstance(value, dict) or not isinstance(value.get("pid"), int) or not isinstance(value.get("host"), str):
        return False
    return value.get("started") is None or isinstance(value["started"], str)


def is_alive(holder: Owner) -> bool:
    """Tell whether it lives; what other hosts run cannot be known from here and counts as alive."""
    if holder["host"] != HOST:
        return True
    return exists(holder["pid"]) if holder["started"] is None else started(holder["pid"]) == holder["started"]


def is_known(holder: Owner) -> bool:
    """Tell whether `is_alive` knows for certain."""
    return holder["host"] == HOST and holder["started"] is not None


def started(pid: int) -> str | None:
    """When a process that has not ended was started."""
    # The name in parentheses may hold anything, so count from its end: the state is field 3, the start field 22.
    fields = text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return None if len(fields) < 20 or fields[0] in "ZX" else f"{fields[19]} {BOOT}"


def exists(pid: int) -> bool:
    """Tell whether there is a process of that id, another user's too."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def text(file: str) -> str:
    """Read a file of the system; empty where there is none."""
    try:
        return Path(file).read_text(encoding="latin-1")
    except OSError:
        return ""


def namespace() -> str:
    """Name the pid namespace; empty where there is none."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


BOOT = text("/proc/sys/kernel/random/boot_id").strip() or None
HOST = " ".join(filter(None, [socket.gethostname(), namespace()]))
