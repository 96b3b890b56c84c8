"""What the audit log says of a call: an intent before a change, an outcome after every call."""

from typing import TYPE_CHECKING, Any

from .parameters import summary_of

if TYPE_CHECKING:
    from .call import Call

MAX_TEXT = 200
NAMED = {"purpose": "purpose", "account": "account", "env": "env_id"}
"""Arguments that have a field of their own in the log."""


def event_of(call: "Call", kind: str) -> dict[str, Any]:
    """Say what every record of a call says; what there is none of is left out."""
    known = {
        "agent": call.caller.agent[:MAX_TEXT],
        "task": call.task,
        "grant": call.grant["id"] if call.grant else None,
        **{field: call.args[name][:MAX_TEXT] for field, name in NAMED.items() if isinstance(call.args.get(name), str)},
    }
    return {
        "kind": kind,
        "call": call.id,
        "principal": call.caller.principal,
        "tool": call.tool.name,
        "risk": call.tool.risk,
        "parameters": summary_of(call.args, call.tool.loggable, call.state.audit_key),
        **{field: value for field, value in known.items() if value},
    }


def outcome_of(call: "Call", envelope: dict[str, Any]) -> dict[str, Any]:
    """Say what became of a call."""
    told: dict[str, Any] = {
        "code": envelope["code"],
        "attempts": envelope["attempts"],
        "ms": envelope["elapsed_ms"],
    }
    if isinstance(envelope.get("env_id"), str):
        told["env"] = envelope["env_id"][:MAX_TEXT]
    if envelope.get("replayed"):
        told["replayed"] = True
    if call.steps.records:
        told["steps"] = call.steps.records
    return {**event_of(call, "outcome"), **told}
