"""__TITLE__."""

from typing import Any

import kit


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    most = args.get("max_items", 20)
    # One more than asked for tells whether there are more.
    found = context.steps.run("look_up", lambda: look_up(most + 1), retries=2)
    return {"items": found[:most], "count": len(found[:most]), "truncated": len(found) > most}


def look_up(most: int) -> list[dict[str, Any]]:
    """Ask the system behind here for the few fields that an agent needs. Until then there are two samples."""
    samples = [{"id": "SAMPLE-1", "name": "A sample"}, {"id": "SAMPLE-2", "name": "Another sample"}]
    return samples[:most]


__TOOL__ = kit.Tool(
    name="__TOOL__",
    title="__TITLE__",
    description=__DESCRIPTION__,
    risk="__RISK__",
    scopes=("__SCOPE__",),
    loggable=("max_items",),
    input={
        "type": "object",
        "properties": {
            "max_items": {
                "type": "integer",
                "minimum": 1,
                "maximum": 50,
                "description": "How many at most; 20 unless said.",
            }
        },
    },
    output={
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
                    "required": ["id", "name"],
                    "additionalProperties": False,
                },
            },
            "count": {"type": "integer"},
            "truncated": {"type": "boolean", "description": "True when there are more."},
        },
        "required": ["items", "count", "truncated"],
    },
    run=run,
)
