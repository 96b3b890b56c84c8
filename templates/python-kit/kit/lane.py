"""A lane of the audit log: the right to write one of its chains, and the place where that chain goes on.

Each process on a state folder has a lane of its own, so no two write to one file.
"""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .files import is_open_at, lock, unlock, write

MAX_LANES = 32
GENESIS = "0" * 64
TAIL = 2 * 1024 * 1024
"""Bytes that are read from the end of a file: more than the longest line."""


@dataclass(frozen=True)
class Place:
    """Number and `prev` of the next record, and the bytes of the file before it."""

    seq: int
    prev: str
    size: int


class Lane:
    """A lane that this process holds until it ends: its file `lane-<n>.json` is locked."""

    def __init__(self, folder: Path) -> None:
        """Take the first lane that is free. Raises OSError."""
        self._folder = folder
        for number in range(1, MAX_LANES + 1):
            self._file = folder / f"lane-{number}.json"
            descriptor = lock(self._file)
            if descriptor is None:
                continue
            # A file with content is that of an adapter in another language, which tells there who it is.
            if os.fstat(descriptor).st_size == 0:
                self._descriptor = descriptor
                self._suffix = "" if number == 1 else f".{number}"
                return
            unlock(descriptor)
        raise OSError(f"all {MAX_LANES} lanes of the audit log in {folder} are held: end a process that uses it")

    def is_held(self) -> bool:
        """Tell whether it is still ours: somebody may have removed the folder."""
        return is_open_at(self._descriptor, self._file)

    def release(self) -> None:
        """Give it back."""
        if self.is_held():
            self._file.unlink()
        unlock(self._descriptor)

    def file(self, day: str) -> Path:
        """Name the file of a day."""
        return self._folder / f"{day}{self._suffix}.ndjson"

    def resume(self) -> tuple[str, Place, list[dict[str, Any]]]:
        """Give the newest day, the place behind its last record, and events that tell of a torn line. Raises OSError.

        A last line that a crash left unfinished is moved to `<file>.torn`.
        """
        name = re.compile(rf"[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}{re.escape(self._suffix)}\.ndjson")
        files = sorted((file for file in self._folder.iterdir() if name.fullmatch(file.name)), reverse=True)
        newest = files[0].name[:10] if files else ""
        events = []
        if files and (torn := torn_end(files[0])):
            write(Path(f"{files[0]}.torn"), torn, os.O_CREAT | os.O_APPEND)
            os.truncate(files[0], files[0].stat().st_size - len(torn))
            events.append({"kind": "recovered", "detail": {"file": files[0].name, "bytes": len(torn)}})
        for file in files:
            for line in reversed(tail_of(file).split(b"\n")):
                if record := record_in(line):
                    return newest, Place(record["seq"] + 1, record["hash"], 0), events
        return newest, Place(0, GENESIS, 0), events


def torn_end(file: Path) -> bytes:
    """Give the last line of a file if it is no whole record; nothing if it is one."""
    tail = tail_of(file)
    last = tail[tail.removesuffix(b"\n").rfind(b"\n") + 1 :]
    return b"" if last.endswith(b"\n") and record_in(last) else last


def tail_of(file: Path) -> bytes:
    """Read the end of a file."""
    with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW), "rb") as stream:
        stream.seek(max(0, file.stat().st_size - TAIL))
        return stream.read()


def record_in(line: bytes) -> dict[str, Any] | None:
    """Read a record; None for a line that is none."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_record = isinstance(record, dict) and type(record.get("seq")) is int and isinstance(record.get("hash"), str)
    return record if is_record else None
