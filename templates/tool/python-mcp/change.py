"""__TITLE__."""

import uuid
from typing import Any

import kit


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    context.steps.run("look_up", lambda: look_up(args["__ARGUMENT__"]), retries=2)
    # An effect is never tried again, and the grant is looked at once more right before it.
    return {"confirmation": context.steps.effect("change", lambda: change(args["__ARGUMENT__"]))}


def look_up(number: str) -> None:
    """Ask the system behind here whether it can be done, and refuse what cannot. Until then there is one sample."""
    if number != "SAMPLE-1":
        raise kit.ToolError("__THING___not_found", f"there is no __NOUN__ {number!r}")


def change(number: str) -> str:
    """Tell the system behind here to do it, and answer with what it calls it. Until then nothing is done."""
    return str(uuid.uuid4())


__TOOL__ = kit.Tool(
    name="__TOOL__",
    title="__TITLE__",
    description=__DESCRIPTION__,
    risk="__RISK__",
    scopes=("__SCOPE__",),
    idempotency=("task_id", "step_id"),
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
        "properties": {"confirmation": {"type": "string"}},
        "required": ["confirmation"],
    },
    run=run,
)
