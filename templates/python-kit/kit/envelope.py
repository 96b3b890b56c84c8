"""The one shape in which every tool answers; what the tool returned stands beside its members."""

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

RESERVED = frozenset(ENVELOPE)
"""Members that a tool's own data may not use."""

REQUIRED = ["ok", "code", "retryable", "attempts", "elapsed_ms"]


def output_schema(output: dict[str, Any]) -> dict[str, Any]:
    """Give the tool's output schema with the envelope around it; a failure has no data, so only that is required."""
    return {"type": "object", "properties": {**ENVELOPE, **output.get("properties", {})}, "required": REQUIRED}
