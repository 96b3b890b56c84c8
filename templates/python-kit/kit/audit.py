"""The audit log: `audit/<day>.ndjson`, one record a line, each with the hash of the one before it.

`mcp-adapter audit export`, `verify` and `usage` read it. Each process writes a chain of its own (`<day>.2.ndjson`, …).
"""

import hashlib
import os
import threading
from pathlib import Path
from typing import Any

from .files import canonical, make_folder, now, sync_folder
from .lane import Lane, Place
from .log import log

MAX_RECORD = 256 * 1024


class Audit:
    """The log of a state folder. Nothing is opened before the first event."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "audit"
        self._lock = threading.Lock()
        self._pid = 0
        self._lane: Lane | None = None
        self._descriptor = -1
        self._day = ""
        self._place = Place(0, "", 0)
        self._lost = 0

    def sync(self, event: dict[str, Any]) -> None:
        """Write an event; it is on disk when this returns. Raises OSError or ValueError; then it is not in the log."""
        with self._lock:
            self._write(event, durable=True)

    def note(self, event: dict[str, Any]) -> None:
        """Write an event without waiting for the disk; what is lost is counted, and told of later."""
        with self._lock:
            try:
                self._write(event, durable=False)
            except (OSError, ValueError) as error:
                self._lost += 1
                if self._lost == 1:
                    log(f"the audit log in {self._folder} cannot be written: {error}")

    def close(self) -> None:
        """Put on disk what was written, and give the lane back. Raises OSError."""
        with self._lock:
            if self._pid != os.getpid() or self._lane is None:
                return
            try:
                if self._descriptor >= 0:
                    os.fsync(self._descriptor)
            finally:
                self._leave()
                self._lane.release()
                self._lane = None

    def _write(self, event: dict[str, Any], durable: bool) -> None:
        at = now()
        recovered = self._open(at[:10])
        events = [*recovered, *([{"kind": "lost", "detail": {"count": self._lost}}] if self._lost else []), event]
        place, lines = self._place, b""
        for each in events:
            place, line = sealed(place, {**each, "at": at})
            lines += line
        try:
            written = os.write(self._descriptor, lines)
            if written != len(lines):
                raise OSError(f"{written} of {len(lines)} bytes were written")
            if durable or len(events) > 1:
                os.fsync(self._descriptor)
        except OSError:
            # Cut back, so that a failed write is not in the log; what cannot be cut is moved away later.
            try:
                os.ftruncate(self._descriptor, self._place.size)
            finally:
                self._leave()
            raise
        self._place = place
        self._lost = 0

    def _open(self, day: str) -> list[dict[str, Any]]:
        """Open the file of the day at its end. Gives what there is to tell of torn lines."""
        if self._pid != os.getpid():
            # A child that was forked has a lane of its own.
            self._pid, self._lane, self._descriptor, self._day = os.getpid(), None, -1, ""
        if self._descriptor >= 0 and day <= self._day and self._is_ours():
            return []
        self._leave()
        make_folder(self._folder)
        if self._lane is None or not self._lane.is_held():
            self._lane = Lane(self._folder)
        newest, place, recovered = self._lane.resume()
        # A clock that is set back must not write into a file before the newest.
        self._day = max(day, newest)
        flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW
        self._descriptor = os.open(self._lane.file(self._day), flags, 0o600)
        sync_folder(self._folder)
        self._place = Place(place.seq, place.prev, os.fstat(self._descriptor).st_size)
        return recovered

    def _is_ours(self) -> bool:
        """Tell whether the file is still there and nobody else has written to it."""
        facts = os.fstat(self._descriptor)
        return facts.st_nlink > 0 and facts.st_size == self._place.size

    def _leave(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1


def sealed(place: Place, event: dict[str, Any]) -> tuple[Place, bytes]:
    """Give the line of an event, and the place in the chain behind it. Raises ValueError for what is too long."""
    record = {**event, "seq": place.seq, "prev": place.prev}
    content = canonical(record)
    if len(content) > MAX_RECORD:
        raise ValueError(f"an audit record of {len(content)} bytes is too long")
    digest = hashlib.sha256(content).hexdigest()
    line = canonical({**record, "hash": digest}) + b"\n"
    return Place(place.seq + 1, digest, place.size + len(line)), line
