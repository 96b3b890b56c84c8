"""What a tool is told of the call that it serves, and the named steps that it is composed of.

Each step is timed, and shows up in the audit log and in traces.
"""

import random
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from .envelope import ToolError, outcome_unknown

Value = TypeVar("Value")

NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
MAX_RETRIES = 5
MAX_RECORDS = 100
FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0


@dataclass(frozen=True)
class Caller:
    """Who calls.

    principal: on whose behalf; `local` is the person at this machine.
    agent: the client that calls, as it names itself.
    scopes: what the caller may do.
    """

    principal: str = "local"
    agent: str = ""
    scopes: frozenset[str] = frozenset()


class Steps:
    """The steps of one call.

    records: what became of each, `{name, ms, code, attempts}`.
    attempts: how often the step that was tried most often was tried.
    effects: `none`; `done` once something took effect; `unknown` when an effect ended without an answer.
    """

    def __init__(self, may_change: bool, confirm: Callable[[], None]) -> None:
        self.records: list[dict[str, Any]] = []
        self.attempts = 1
        self.effects: Literal["none", "done", "unknown"] = "none"
        self._may_change = may_change
        self._confirm = confirm

    def run(self, name: str, work: Callable[[], Value], retries: int = 0) -> Value:
        """Run a step that changes nothing outside; it is tried again when it raises a ToolError that is retryable."""
        if not 0 <= retries <= MAX_RETRIES:
            raise TypeError(f"step {name}: retries must be 0 to {MAX_RETRIES}, not {retries}")

        def tried(record: dict[str, Any]) -> Value:
            while True:
                try:
                    return work()
                except ToolError as error:
                    if not error.retryable or record["attempts"] > retries or self.effects != "none":
                        raise
                # Doubled each time, with jitter, so that callers who failed together do not come back together.
                pause = min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** (record["attempts"] - 1))
                time.sleep(pause * random.uniform(0.5, 1))
                record["attempts"] += 1
                self.attempts = max(self.attempts, record["attempts"])

        return self._timed(name, tried)

    def effect(self, name: str, work: Callable[[], Value]) -> Value:
        """Run the step that changes something: the grant is looked at once more right before; it is never tried again.

        A ToolError says that nothing took effect. After any other error nobody knows: `outcome_unknown`.
        """
        if not self._may_change:
            raise TypeError(f"step {name}: a tool of risk read has no effects")

        def effected(_record: dict[str, Any]) -> Value:
            self._confirm()
            try:
                value = work()
            except ToolError as error:
                if error.code == "outcome_unknown":
                    self.effects = "unknown"
                raise
            except BaseException as error:
                self.effects = "unknown"
                raise outcome_unknown(name) from error
            if self.effects == "none":
                self.effects = "done"
            return value

        return self._timed(name, effected)

    def _timed(self, name: str, work: Callable[[dict[str, Any]], Value]) -> Value:
        if not NAME.fullmatch(name):
            raise TypeError(f"{name!r} is no step name: write snake_case, such as warm_up")
        record: dict[str, Any] = {"name": name, "ms": 0, "code": "ok", "attempts": 1}
        if len(self.records) < MAX_RECORDS:
            self.records.append(record)
        started = time.monotonic()
        try:
            return work(record)
        except BaseException as error:
            record["code"] = error.code if isinstance(error, ToolError) else "internal"
            raise
        finally:
            record["ms"] = round((time.monotonic() - started) * 1000)


@dataclass(frozen=True)
class Context:
    """Handed to a tool beside its arguments. `task` and `step` are those of the call; None where it has none."""

    caller: Caller
    task: str | None
    step: str | None
    steps: Steps
