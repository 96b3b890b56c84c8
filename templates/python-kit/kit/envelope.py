"""The one shape in which every tool answers, and failures with a name."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENVELOPE: dict[str, dict[str, str]] = {
    "ok": {"type": "boolean"},
    "code": {"type": "string", "description": "ok, or a stable code"},
    "retryable": {"type": "boolean"},
    "attempts": {"type": "integer"},
    "task_id": {"type": "string"},
    "elapsed_ms": {"type": "integer"},
    "message": {"type": "string"},
    "replayed": {"type": "boolean", "description": "answered from memory, nothing was done again"},
    "incident": {"type": "string"},
}
"""What the tool returned stands beside these members, so its own data may not use their names."""

REQUIRED = ["ok", "code", "retryable", "attempts", "elapsed_ms"]
CODE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class ToolError(Exception):
    """What a tool raises when it cannot do what was asked. Anything else that it raises becomes `internal`.

    code: stable snake_case, which scripts and models compare.
    message: a sentence for the model: what was seen and what to do next; never raw text of a driver.
    retryable: whether the same call may succeed later.
    data: more fields for the envelope.
    """

    def __init__(self, code: str, message: str, retryable: bool = False, data: dict[str, Any] | None = None) -> None:
        if code == "ok" or len(code) > 60 or not CODE.fullmatch(code):
            raise TypeError(f"{code!r} is no error code: write snake_case, such as env_unavailable")
        if not isinstance(message, str):
            raise TypeError(f"the message of ToolError {code} is no text")
        taken = ENVELOPE.keys() & (data or {}).keys()
        if taken:
            raise TypeError(f"the data of ToolError {code} uses {', '.join(sorted(taken))}, which the envelope keeps")
        super().__init__(message)
        self.code = code
        self.message = message
        self.retryable = bool(retryable)
        self.data = data or {}


class NotGranted(ToolError):
    """Refused for want of a grant: no outcome, because with another grant the same call may go through."""

    def __init__(self, message: str) -> None:
        super().__init__("write_not_enabled", message)


def outcome_unknown(step: str) -> ToolError:
    """What ends a call when nobody can know whether it changed something."""
    return ToolError(
        "outcome_unknown",
        f"step {step} was begun and ended without an answer: it may have taken effect, or not. "
        "Look at the system behind before doing it again under a new step_id",
    )


@contextmanager
def unavailable(code: str, message: str) -> Iterator[None]:
    """Tell an error of the file system as a failure that may be retried."""
    try:
        yield
    except OSError as error:
        raise ToolError(code, message, retryable=True) from error
