"""Files of the state folder, 0600 in folders of 0700, and on disk when the function returns.

What these functions raise is the OSError of the file system; then nothing was changed.
"""

import contextlib
import fcntl
import json
import os
import secrets
import stat
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

MAX_BYTES = 1024 * 1024


class Damaged(Exception):
    """A file that is none of ours: no JSON, a link, a pipe, larger than it may be."""


def canonical(value: Any) -> bytes:
    """Give the one JSON text of a value (RFC 8785) whose keys are ASCII and whose numbers are integers."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def read(file: Path, most: int = MAX_BYTES) -> bytes:
    """Read a file of ours. Raises FileNotFoundError, Damaged, or the OSError."""
    if file.is_symlink():
        raise Damaged("it is a link")
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            raise Damaged(f"it is no file of at most {most} bytes")
        return os.read(descriptor, most)
    finally:
        os.close(descriptor)


def read_json(file: Path, most: int = MAX_BYTES) -> Any:
    """Read a JSON file. Raises FileNotFoundError, Damaged, or the OSError."""
    try:
        return json.loads(read(file, most).decode())
    except (ValueError, RecursionError) as error:
        raise Damaged("it is no JSON") from error


def create(file: Path, content: bytes) -> bool:
    """Make a file for one of all processes that try; False when it exists. One that a crash left half stays half."""
    make_folder(file.parent)
    try:
        write(file, content, os.O_CREAT | os.O_EXCL)
    except FileExistsError:
        return False
    sync_folder(file.parent)
    return True


def replace(file: Path, content: bytes) -> None:
    """Replace a file, which appears whole or not at all; nobody else may do so at the same time."""
    make_folder(file.parent)
    temporary = file.parent / f".{file.name}.{secrets.token_hex(12)}.tmp"
    try:
        write(temporary, content, os.O_CREAT | os.O_EXCL)
        os.replace(temporary, file)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(file.parent)


def lock(file: Path) -> int | None:
    """Lock a file for one of all threads and processes; None when somebody else has it.

    Gives a descriptor for `unlock`; the end of the process unlocks it too, however that comes.
    """
    make_folder(file.parent)
    descriptor, is_ours = os.open(file, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600), False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Whoever had it may have removed the file.
        is_ours = is_open_at(descriptor, file)
    except BlockingIOError:
        pass
    finally:
        if not is_ours:
            os.close(descriptor)
    return descriptor if is_ours else None


def unlock(descriptor: int) -> None:
    """Give a lock back, also where a child that was forked has the descriptor too."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


def is_open_at(descriptor: int, file: Path) -> bool:
    """Tell whether the file that is open is still the one of this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(file))
    except FileNotFoundError:
        return False


def write(file: Path, content: bytes, flags: int) -> None:
    """Write to a file, on disk."""
    with open(os.open(file, os.O_WRONLY | os.O_NOFOLLOW | flags, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def make_folder(folder: Path) -> None:
    """Make a folder that only we may read, and those above it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Put the names in a folder on disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def now() -> str:
    """Tell the time: RFC 3339, UTC, with milliseconds."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def instant(text: Any) -> float:
    """Give seconds since 1970 of an RFC 3339 time; -1 for what is none."""
    try:
        parsed = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return -1
    return parsed.timestamp() if parsed.tzinfo else -1
