"""What a tool is told of the call that it serves."""

from dataclasses import dataclass

from .steps import Steps


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


@dataclass(frozen=True)
class Context:
    """Handed to a tool beside its arguments. `task` and `step` are those of the call; None where it has none."""

    caller: Caller
    task: str | None
    step: str | None
    steps: Steps
