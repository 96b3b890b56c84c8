"""Where the chain of a lane goes on."""

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

GENESIS = "0" * 64
TAIL = 2 * 1024 * 1024
"""Bytes that are read from the end of a file: more than the longest line."""


@dataclass(frozen=True)
class Place:
    """Number and `prev` of the next record, and the bytes of the file before it."""

    seq: int
    prev: str
    size: int


def lane_files(folder: Path, lane: int) -> list[Path]:
    """Give the files of a lane, oldest first."""
    suffix = "" if lane == 1 else rf"\.{lane}"
    return sorted(file for file in folder.iterdir() if re.fullmatch(rf"\d{{4}}-\d\d-\d\d{suffix}\.ndjson", file.name))


def last_place(folder: Path, lane: int) -> tuple[str, Place]:
    """Give the newest day of a lane, and the place behind its last record. Raises OSError."""
    files = lane_files(folder, lane)
    newest = files[-1].name[:10] if files else ""
    for file in reversed(files):
        for line in reversed(tail_of(file).split(b"\n")):
            record = record_in(line)
            if record:
                return newest, Place(record["seq"] + 1, record["hash"], 0)
    return newest, Place(0, GENESIS, 0)


def move_torn(folder: Path, lane: int) -> list[dict[str, Any]]:
    """Move a last line that a crash left unfinished to `<file>.torn`. Gives the events that tell of it."""
    files = lane_files(folder, lane)
    if not files:
        return []
    file = files[-1]
    tail = tail_of(file)
    last = tail.removesuffix(b"\n").rpartition(b"\n")[2] if tail.endswith(b"\n") else tail.rpartition(b"\n")[2]
    if not tail or (tail.endswith(b"\n") and is_json(last)):
        return []
    torn = last + b"\n" if tail.endswith(b"\n") else last
    with open(os.open(f"{file}.torn", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "wb") as aside:
        aside.write(torn)
        aside.flush()
        os.fsync(aside.fileno())
    with open(file, "r+b") as stream:
        stream.truncate(file.stat().st_size - len(torn))
        os.fsync(stream.fileno())
    return [{"kind": "recovered", "detail": {"file": file.name, "bytes": len(torn)}}]


def tail_of(file: Path) -> bytes:
    """Read the end of a file."""
    with open(file, "rb") as stream:
        stream.seek(max(0, file.stat().st_size - TAIL))
        return stream.read()


def record_in(line: bytes) -> dict[str, Any] | None:
    """Read a record; None for a line that is none."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    is_record = isinstance(record, dict) and isinstance(record.get("seq"), int) and isinstance(record.get("hash"), str)
    return record if is_record else None


def is_json(line: bytes) -> bool:
    """Tell whether a line is whole."""
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
