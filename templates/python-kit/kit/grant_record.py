"""What a grant is: files can be written by anybody, so one that is not whole, or allows too much, is none."""

import re
from typing import Any

from .clock import instant

FORMAT = "mcp-adapter/grant@1"
DAY_S = 24 * 60 * 60

Grant = dict[str, Any]


def is_grant(value: Any) -> bool:
    """Tell whether a value is a whole grant, within the bounds that people may allow at once."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return False
    life = instant(value.get("expires_at")) - instant(value.get("created_at"))
    calls = value.get("max_calls")
    return (
        isinstance(value.get("id"), str)
        and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", value["id"]) is not None
        and isinstance(value.get("task"), str)
        and isinstance(value.get("principal"), str)
        and are_texts(value.get("tools"), 1)
        and are_texts(value.get("origins"), 0)
        and isinstance(calls, int)
        and 1 <= calls <= 1_000
        and ("revoked_at" in value and (value["revoked_at"] is None or instant(value["revoked_at"]) > 0))
        and instant(value.get("created_at")) > 0
        and 0 < life <= DAY_S
    )


def are_texts(value: Any, fewest: int) -> bool:
    """Tell whether a value is a list of texts."""
    return isinstance(value, list) and fewest <= len(value) <= 50 and all(isinstance(each, str) for each in value)
