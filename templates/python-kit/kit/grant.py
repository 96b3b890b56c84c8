"""What a grant is, what it covers, and in which words a person is told why not."""

import json
import re
import shlex
import time
from dataclasses import dataclass
from typing import Any

from .files import instant

FORMAT = "mcp-adapter/grant@1"
DAY_S = 24 * 60 * 60
AHEAD_S = 5
"""Clocks of the person's machine and the adapter's may differ by this."""

Grant = dict[str, Any]


@dataclass(frozen=True)
class Wish:
    """What a grant is wanted for. `key` is the idempotency key: one key takes one use, however often it asks."""

    principal: str
    task: str
    tool: str
    key: str


def is_grant(value: Any) -> bool:
    """Tell whether a value is a whole grant, within the bounds that people may allow at once."""
    if not isinstance(value, dict) or value.get("format") != FORMAT or "revoked_at" not in value:
        return False
    created, revoked, calls = instant(value.get("created_at")), value["revoked_at"], value.get("max_calls")
    return (
        all(isinstance(value.get(name), str) for name in ("id", "task", "principal"))
        and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}", value["id"]) is not None
        and are_texts(value.get("tools"), 1)
        and are_texts(value.get("origins"), 0)
        and type(calls) is int
        and 1 <= calls <= 1_000
        and created > 0
        and 0 < instant(value.get("expires_at")) - created <= DAY_S
        and (revoked is None or instant(revoked) > 0)
    )


def are_texts(value: Any, fewest: int) -> bool:
    """Tell whether a value is a list of texts."""
    return isinstance(value, list) and fewest <= len(value) <= 50 and all(isinstance(each, str) for each in value)


def flaw(grant: Grant, wish: Wish) -> str | None:
    """Give what keeps a grant from covering a call: a word of `WORDS`, or `principal`; None when it covers it."""
    if grant["task"] != wish.task or wish.tool not in grant["tools"]:
        return "tool"
    if grant["principal"] != wish.principal:
        return "principal"
    if grant["revoked_at"] is not None:
        return "revoked"
    if time.time() >= instant(grant["expires_at"]):
        return "expired"
    if instant(grant["created_at"]) > time.time() + AHEAD_S:
        return "early"
    # No tool of this kit says on which origin it acts.
    return "origin" if grant["origins"] else None


WORDS = {
    "unreadable": "whether a grant allows {action} cannot be known, because the grants cannot be read",
    "gone": "the grant {id} for {action} is gone or damaged",
    "revoked": "the grant {id} for {action} was revoked at {revoked_at}",
    "expired": "the grant {id} for {action} expired at {expires_at}",
    "early": "the grant {id} for {action} was made at {created_at}, which is still to come: the clock of this machine "
    "seems to have been set back",
    "used-up": "the grant {id} for {action} is used up: it allowed {max_calls} calls",
    "tool": "the grant {id} does not cover {action}",
    "origin": "the grant {id} for {action} is limited to origins, and this tool names none",
}


def why_not(wish: Wish, seen: str, grant: Grant) -> str:
    """Say what is the matter with the grant that comes nearest, and what a person can do."""
    action = f"{wish.tool} in task {json.dumps(wish.task)}"
    # That somebody else has one is nobody's business: "principal" reads like having none.
    what = WORDS.get(seen, "no grant allows {action}").format(action=action, **grant)
    if seen == "unreadable":
        return f"{what}; a person has to make the state folder readable for the adapter"
    if not wish.task.isprintable() or len(wish.task) > 200:
        return f"{what}; no grant can be made for it: use a task_id of at most 200 printable characters"
    options = {"task": wish.task, "tools": wish.tool}
    if wish.principal != "local":
        options["principal"] = wish.principal
    words = [f"--{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}" for name, value in options.items()]
    return f"{what}; a person can allow it with: mcp-adapter grant add {' '.join(words)}"
