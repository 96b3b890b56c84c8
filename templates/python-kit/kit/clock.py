"""When something happened, so that later processes can tell how long ago, even when the clock was set in between."""

import time
from datetime import datetime, timezone
from typing import Any, TypedDict

from .owner import BOOT


class Moment(TypedDict):
    """A point in time: RFC 3339, and milliseconds since the machine was started."""

    at: str
    boot: str | None
    up: int


def now() -> str:
    """Tell the time: RFC 3339, UTC, with milliseconds."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment() -> Moment:
    """Give this moment."""
    return {"at": now(), "boot": BOOT, "up": time.monotonic_ns() // 1_000_000}


def ms_since(then: Moment) -> float:
    """Give the milliseconds since then."""
    if then["boot"] is not None and then["boot"] == BOOT:
        return time.monotonic_ns() / 1_000_000 - then["up"]
    return time.time() * 1000 - instant(then["at"]) * 1000


def is_moment(value: Any) -> bool:
    """Tell whether a value read from a file is a moment."""
    if not isinstance(value, dict) or not isinstance(value.get("up"), int):
        return False
    return isinstance(value.get("at"), str) and instant(value["at"]) > 0


def instant(text: Any) -> float:
    """Give seconds since 1970 of an RFC 3339 time; -1 for what is none."""
    try:
        parsed = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return -1
    return parsed.timestamp() if parsed.tzinfo else -1
