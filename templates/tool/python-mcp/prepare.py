"""__TITLE__."""

import uuid
from typing import Any

import kit


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    return {"handle": context.steps.effect("prepare", lambda: prepare(args["__ARGUMENT__"]))}


def prepare(number: str) -> str:
    """Ask the system behind here to make what only this task uses. Until then nothing is made but a handle."""
    return str(uuid.uuid4())


__TOOL__ = kit.Tool(
    name="__TOOL__",
    title="__TITLE__",
    description=__DESCRIPTION__,
    risk="__RISK__",
    scopes=("__SCOPE__",),
    idempotency=("task_id",),
    loggable=("__ARGUMENT__",),
    input={
        "type": "object",
        "properties": {
            "__ARGUMENT__": {
                "type": "string",
                "minLength": 1,
                "maxLength": 40,
                "description": "__MEANS__",
            }
        },
        "required": ["__ARGUMENT__"],
    },
    output={
        "type": "object",
        "properties": {"handle": {"type": "string", "description": "Names what was prepared in later calls."}},
        "required": ["handle"],
    },
    run=run,
)
