"""Idempotency keys as files `tasks/<key>.json`, shared by all processes on the state folder: one execution a key."""

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from .clock import is_moment, moment, ms_since
from .files import Damaged, change_version, create, discard, read_json, remove, replace
from .owner import is_alive, is_known, is_owner, owner

FORMAT = "mcp-adapter/task@1"
LIMIT_MS = 600_000
"""A reservation older than that (and what clocks may differ by) is no longer in flight."""
GRACE_MS = 5_000
DAY_MS = 24 * 60 * 60_000
SWEEP_EVERY_S = 3_600
WAIT_S = 10.0
LOOK_S = 0.05

Holds = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True)
class Claim:
    """What became of the wish for a key.

    won: execute, then `finish`. finished: `outcome` is the answer. conflict: it belongs to other arguments.
    in_flight: a living process is still at it. in_doubt: nobody knows whether it took effect.
    """

    kind: Literal["won", "finished", "conflict", "in_flight", "in_doubt"]
    record: dict[str, Any]


class Tasks:
    """The keys of a state folder. What a method raises is an OSError; then nothing is executed twice."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "tasks"
        self._next_sweep = 0.0

    def claim(
        self, key: str, about: dict[str, Any], arguments_hash: str, repeatable: bool, holds: Holds | None = None
    ) -> Claim:
        """Reserve a key for one of all threads and processes; the others wait for its outcome, for 10 s at most.

        about: principal, tool and task, for people who read the file.
        repeatable: whether it may be executed again after its owner died; false for what changes something.
        holds: whether an outcome still counts; always, unless said.
        """
        self._sweep()
        until = time.monotonic() + WAIT_S
        while True:
            wish = {**about, "arguments_hash": arguments_hash, "repeatable": repeatable}
            claim = self._look(key, wish, holds)
            if claim.record.get("arguments_hash", arguments_hash) != arguments_hash:
                return Claim("conflict", claim.record)
            if claim.kind != "in_flight" or time.monotonic() >= until:
                return claim
            time.sleep(LOOK_S)

    def finish(self, key: str, claim: Claim, envelope: dict[str, Any] | None) -> None:
        """Keep the outcome of a key that was won; None gives the key back, so that it may be executed again."""
        file = self._file(key)
        # Until its limit has passed nobody else touches a reservation. Later, what somebody took over stays as it is.
        is_ours = ms_since(claim.record["reserved"]) <= claim.record["limit_ms"]
        if envelope is None:
            change = partial(remove, file)
        else:
            change = partial(replace, file, finished(claim.record, envelope))
        if is_ours:
            change()
        else:
            change_version(file, claim.record["id"], change)

    def _look(self, key: str, wish: dict[str, Any], holds: Holds | None) -> Claim:
        file = self._file(key)
        ours = {
            "format": FORMAT,
            "id": secrets.token_hex(16),
            "state": "reserved",
            **wish,
            "limit_ms": LIMIT_MS,
            "owner": owner(),
            "reserved": moment(),
            "finished": None,
            "outcome": None,
        }
        try:
            seen = read_json(file)
        except FileNotFoundError:
            return Claim("won" if create(file, ours) else "in_flight", ours)
        except Damaged:
            return Claim("in_doubt", {})
        if not is_task(seen):
            return Claim("in_doubt", {})
        is_same = seen["arguments_hash"] == wish["arguments_hash"]
        if seen["outcome"]:
            is_over = is_same and holds is not None and not holds(seen["outcome"]["envelope"])
            return self._take_over(file, seen, ours) if is_over else Claim("finished", seen)
        lives = is_alive(seen["owner"])
        if lives and ms_since(seen["reserved"]) <= seen["limit_ms"] + GRACE_MS:
            return Claim("in_flight", seen)
        # Whom we know to live may still be at it, however late by our clock.
        is_lost = not lives or not is_known(seen["owner"])
        if not (is_lost and is_same and seen["repeatable"] and wish["repeatable"]):
            return Claim("in_doubt", seen)
        return self._take_over(file, seen, ours)

    def _take_over(self, file: Path, seen: dict[str, Any], ours: dict[str, Any]) -> Claim:
        is_won = change_version(file, seen["id"], lambda: replace(file, ours))
        return Claim("won", ours) if is_won else Claim("in_flight", seen)

    def _sweep(self) -> None:
        """Forget, hourly, finished keys older than a day, and what dead processes left; what is in doubt stays."""
        if time.monotonic() < self._next_sweep or not self._folder.is_dir():
            return
        self._next_sweep = time.monotonic() + SWEEP_EVERY_S
        for file in self._folder.iterdir():
            try:
                if file.name.startswith(".") and time.time() - file.stat().st_mtime > DAY_MS / 1000:
                    discard(file)
                elif re.fullmatch(r"[0-9a-f]+\.json", file.name):
                    seen = read_json(file)
                    if is_task(seen) and seen["finished"] and ms_since(seen["finished"]) > DAY_MS:
                        change_version(file, seen["id"], file.unlink)
            except (Damaged, OSError):
                continue

    def _file(self, key: str) -> Path:
        return self._folder / f"{key}.json"


def finished(record: dict[str, Any], envelope: dict[str, Any]) -> dict[str, Any]:
    """Give a reservation with what became of it."""
    outcome = {"envelope": envelope, "content": []}
    return {**record, "state": "done" if envelope["ok"] else "failed", "finished": moment(), "outcome": outcome}


def is_task(value: Any) -> bool:
    """Tell whether a value is a whole record of this format."""
    if not isinstance(value, dict) or value.get("format") != FORMAT or not is_owner(value.get("owner")):
        return False
    shapes = {"id": str, "arguments_hash": str, "repeatable": bool, "limit_ms": int}
    if not all(isinstance(value.get(name), shape) for name, shape in shapes.items()) or not is_moment(
        value.get("reserved")
    ):
        return False
    outcome = value.get("outcome")
    if value.get("state") == "reserved":
        return value.get("finished") is None and outcome is None
    return isinstance(outcome, dict) and isinstance(outcome.get("envelope"), dict) and is_moment(value.get("finished"))
