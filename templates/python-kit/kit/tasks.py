"""Idempotency keys as files `tasks/<key>.json`, shared by all processes on the state folder: one execution a key.

Who executes holds a lock, which ends with its process. So a reservation that nobody holds is that of one who died.
"""

import contextlib
import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .envelope import ToolError
from .files import Damaged, lock, now, read_json, replace, sync_folder, unlock

FORMAT = "mcp-adapter/task@1"
DAY_S = 24 * 60 * 60
LIMIT_MS = 600_000
SWEEP_EVERY_S = 3_600
WAIT_S = 10.0
LOOK_S = 0.05

Envelope = dict[str, Any]


class Tasks:
    """The keys of a state folder. What a method raises beside ToolError is an OSError; then nothing may be executed."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "tasks"
        self._next_sweep = 0.0

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Hold a key, for one of all threads and processes; the others wait for it, 10 s at most. Raises ToolError."""
        self._sweep()
        until = time.monotonic() + WAIT_S
        while (descriptor := lock(self._lock_of(key))) is None:
            if time.monotonic() > until:
                message = "another call is doing this right now: ask again in a while"
                raise ToolError("task_in_progress", message, retryable=True)
            time.sleep(LOOK_S)
        try:
            yield
        finally:
            unlock(descriptor)

    def outcome(self, key: str, arguments_hash: str, repeatable: bool) -> Envelope | None:
        """Give what became of a key that is held; None when it is to be executed. Raises ToolError when neither.

        repeatable: whether it may be executed again after somebody died at it; false for what changes something.
        """
        try:
            seen = read_json(self._file(key))
        except FileNotFoundError:
            return None
        except Damaged:
            seen = None
        if not is_task(seen):
            raise in_doubt()
        if seen["arguments_hash"] != arguments_hash:
            message = "this key was used with other arguments: another action needs another step_id, or task_id"
            raise ToolError("task_conflict", message)
        if seen["outcome"]:
            envelope: Envelope = seen["outcome"]["envelope"]
            return envelope
        if not (repeatable and seen["repeatable"]):
            raise in_doubt()
        return None

    def reserve(self, key: str, about: dict[str, Any]) -> dict[str, Any]:
        """Write down that a key is going to be executed, and give the record.

        about: `arguments_hash` and `repeatable`; principal, tool and task, for people who read the file.
        """
        record = {
            "format": FORMAT,
            "id": secrets.token_hex(16),
            "state": "reserved",
            **about,
            "limit_ms": LIMIT_MS,
            "owner": {"pid": os.getpid(), "started": None, "host": socket.gethostname()},
            "reserved": moment(),
            "finished": None,
            "outcome": None,
        }
        self._write(key, record)
        return record

    def finish(self, key: str, record: dict[str, Any], envelope: Envelope | None) -> None:
        """Keep the outcome of a reservation; None gives the key back, so that it may be executed again."""
        if envelope is None:
            self._file(key).unlink(missing_ok=True)
            sync_folder(self._folder)
            return
        outcome = {"envelope": envelope, "content": []}
        state = "done" if envelope["ok"] else "failed"
        self._write(key, {**record, "state": state, "finished": moment(), "outcome": outcome})

    def _write(self, key: str, record: dict[str, Any]) -> None:
        replace(self._file(key), json.dumps(record).encode())

    def _sweep(self) -> None:
        """Forget, hourly, keys of yesterday, and files that were not finished; a reservation, in doubt, stays."""
        if time.monotonic() < self._next_sweep:
            return
        self._next_sweep = time.monotonic() + SWEEP_EVERY_S
        for file in self._folder.glob(".*"):
            with contextlib.suppress(OSError, ToolError, Damaged):
                if is_old(file) and file.suffix == ".tmp":
                    file.unlink()
                elif is_old(file) and (descriptor := lock(file)) is not None:
                    self._forget(file)
                    unlock(descriptor)

    def _forget(self, locked: Path) -> None:
        file = self._file(locked.stem.removeprefix("."))
        if file.exists() and not (is_old(file) and read_json(file).get("finished")):
            return
        file.unlink(missing_ok=True)
        locked.unlink()

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _lock_of(self, key: str) -> Path:
        return self._folder / f".{key}.lock"


def is_task(value: Any) -> bool:
    """Tell whether a value is a whole record of this format."""
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("arguments_hash"), str):
        return False
    outcome = value.get("outcome")
    if value.get("state") == "reserved":
        return outcome is None and isinstance(value.get("repeatable"), bool)
    return isinstance(outcome, dict) and isinstance(outcome.get("envelope"), dict)


def is_old(file: Path) -> bool:
    """Tell whether a file was last changed a day ago, or earlier."""
    return time.time() - file.stat().st_mtime > DAY_S


def moment() -> dict[str, Any]:
    """Give this moment as the format has it; since when the machine is up plays no part here."""
    return {"at": now(), "boot": None, "up": 0}


def in_doubt() -> ToolError:
    """Say that nobody knows what became of a key."""
    return ToolError(
        "in_doubt",
        "an earlier attempt ended in the middle, and nobody knows whether it took effect: a person has to look at the "
        "system behind and at mcp-adapter audit export; then use another step_id, or another task_id",
    )
