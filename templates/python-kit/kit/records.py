"""What the audit log says of a call: an intent before a change, an outcome after every call.

Of arguments it says type, length and a short keyed hash, by which the same value is recognised; never their values, but
of those that the tool calls loggable.
"""

import hashlib
import json
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .files import Damaged, canonical, create, read

if TYPE_CHECKING:
    from .call import Call

MAX_PARAMETERS = 50
MAX_TEXT = 200
TYPES = {str: "string", bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}
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
    told = {"code": envelope["code"], "attempts": envelope["attempts"], "ms": envelope["elapsed_ms"]}
    if isinstance(envelope.get("env_id"), str):
        told["env"] = envelope["env_id"][:MAX_TEXT]
    if envelope.get("replayed"):
        told["replayed"] = True
    if call.steps.records:
        told["steps"] = call.steps.records
    return {**event_of(call, "outcome"), **told}


def summary_of(args: dict[str, Any], loggable: tuple[str, ...], key: bytes) -> dict[str, Any]:
    """Say what may be said of each argument."""
    summary: dict[str, Any] = {}
    for name, value in list(args.items())[:MAX_PARAMETERS]:
        digest = hashlib.sha256(key.hex().encode() + canonical(value)).hexdigest()[:8]
        told: dict[str, Any] = {"type": TYPES.get(type(value), "null"), "hash": digest}
        if isinstance(value, str | list | dict):
            told["length"] = len(value)
        if name in loggable:
            shown = value if isinstance(value, str) else json.dumps(value)
            told["value"] = shown[:MAX_TEXT] if isinstance(value, str | list | dict) else value
        summary[name[:MAX_TEXT]] = told
    return summary


def audit_key(state: Path) -> bytes:
    """Give the secret behind the hashes, which the first process makes; else one that lives as long as this one."""
    file, fresh = state / "audit" / "key", secrets.token_bytes(32)
    try:
        if not file.exists() and create(file, fresh):
            return fresh
        stored = read(file)
    except (Damaged, OSError):
        return fresh
    return stored if len(stored) == 32 else fresh
