"""The right to write one chain of the audit log: each process on a state folder has a lane of its own."""

import contextlib
import os
import secrets
import time
from pathlib import Path
from typing import Any

from .files import Damaged, change_version, create, read_json, remove, replace
from .owner import is_alive, is_known, is_owner, owner

MAX_LANES = 32
SILENT_S = 600.0
"""A holder of another host that has not touched its file for so long is taken for dead."""


class Lane:
    """A lane that this process holds; `number` is from 1."""

    def __init__(self, folder: Path) -> None:
        """Take the first lane that is free or whose owner has died. Raises OSError."""
        self._id = secrets.token_hex(16)
        holder = {"format": "mcp-adapter/audit-lane@1", "id": self._id, "owner": owner()}
        for number in range(1, MAX_LANES + 1):
            file = folder / f"lane-{number}.json"
            if create(file, holder) or succeed(file, holder):
                self.number = number
                self._file = file
                return
        raise OSError(f"all {MAX_LANES} lanes of the audit log in {folder} are held: end a process that uses it")

    def is_held(self) -> bool:
        """Tell whether it is still ours. A sign of life for other hosts, too."""
        if holder_of(self._file).get("id") != self._id:
            return False
        with contextlib.suppress(FileNotFoundError):
            os.utime(self._file)
        return True

    def release(self) -> None:
        """Give it back."""
        if self.is_held():
            remove(self._file)


def succeed(file: Path, holder: dict[str, Any]) -> bool:
    """Take over from an owner that has died."""
    seen = holder_of(file)
    if not seen:
        return False
    lives = is_alive(seen["owner"])
    is_gone = not lives or (not is_known(seen["owner"]) and time.time() - file.stat().st_mtime > SILENT_S)
    return is_gone and change_version(file, seen["id"], lambda: replace(file, holder))


def holder_of(file: Path) -> dict[str, Any]:
    """Read who holds a lane; nothing for a file that does not tell."""
    try:
        seen = read_json(file, 4096)
    except (Damaged, OSError):
        return {}
    is_whole = isinstance(seen, dict) and str(seen.get("id", "")).isalnum() and is_owner(seen.get("owner"))
    return seen if is_whole else {}
