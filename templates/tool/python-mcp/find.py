"""__TITLE__."""

from typing import Any

import kit


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    return context.steps.run("look_up", lambda: look_up(args["__ARGUMENT__"]), retries=2)


def look_up(number: str) -> dict[str, Any]:
    """Ask the system behind here for the few fields that an agent needs. Until then there is one sample."""
    if number == "SAMPLE-1":
        return {"id": number, "name": "A sample"}
    raise kit.ToolError("__THING___not_found", f"there is no __NOUN__ {number!r}")


__TOOL__ = kit.Tool(
    name="__TOOL__",
    title="__TITLE__",
    description=__DESCRIPTION__,
    risk="__RISK__",
    scopes=("__SCOPE__",),
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
        "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        "required": ["id", "name"],
    },
    run=run,
)
