"""Files of the state folder: 0600, each appears whole or not at all, and is on disk when the function returns.

What these functions raise is the OSError of the file system; then the file is as it was.
"""

import contextlib
import json
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

MAX_BYTES = 64 * 1024 * 1024


class Damaged(Exception):
    """A file that is none of ours: no JSON, a link, a pipe, larger than it may be."""


def canonical(value: Any) -> bytes:
    """Give the one JSON text of a value (RFC 8785) whose keys are ASCII and whose numbers are integers."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def read_json(file: Path, most: int = MAX_BYTES) -> Any:
    """Read a JSON file. Raises FileNotFoundError, Damaged, or the OSError."""
    if file.is_symlink():
        raise Damaged("it is a link")
    with open(os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as stream:
        facts = os.fstat(stream.fileno())
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            raise Damaged("it is no file of at most " + str(most) + " bytes")
        try:
            return json.loads(stream.read())
        except (ValueError, RecursionError) as error:
            raise Damaged("it is no JSON") from error


def create(file: Path, content: Any) -> bool:
    """Make a file of JSON (or of bytes, as they are) for one of all processes that try; False when it exists."""
    temporary = write_temporary(file, content)
    try:
        # Unlike rename, link never replaces.
        os.link(temporary, file)
    except FileExistsError:
        return False
    finally:
        discard(temporary)
    sync_folder(file.parent)
    return True


def replace(file: Path, content: Any) -> None:
    """Replace a file that nobody else may change."""
    temporary = write_temporary(file, content)
    try:
        os.replace(temporary, file)
    except OSError:
        discard(temporary)
        raise
    sync_folder(file.parent)


def remove(file: Path) -> None:
    """Remove a file that nobody else may change."""
    with contextlib.suppress(FileNotFoundError):
        file.unlink()
    sync_folder(file.parent)


def change_version(file: Path, version: str, change: Callable[[], None]) -> bool:
    """Change the version of a file whose member `id` was read; False when somebody else is at it or was quicker.

    The marker named after the version has one maker. Who dies in the middle keeps all others out: nobody can tell
    how far it got.
    """
    marker = file.parent / f".{file.name}.{version}.taken"
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    try:
        seen = read_json(file)
        if not isinstance(seen, dict) or seen.get("id") != version:
            return False
        change()
        return True
    except (FileNotFoundError, Damaged):
        return False
    finally:
        discard(marker)


def write_temporary(file: Path, content: Any) -> Path:
    """Write the content beside the file, and make the folder (0700) if it is missing."""
    temporary = file.parent / f".{file.name}.{secrets.token_hex(12)}.tmp"
    make_folder(file.parent)
    raw = content if isinstance(content, bytes) else json.dumps(content, allow_nan=False).encode() + b"\n"
    try:
        with open(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError:
        discard(temporary)
        raise
    return temporary


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


def discard(file: Path) -> None:
    """Remove what harms nobody if it stays."""
    with contextlib.suppress(OSError):
        file.unlink()
