"""What the audit log says of the arguments of a call: never their values, but of those that the tool calls loggable."""

import hashlib
import json
import secrets
from pathlib import Path
from typing import Any

from .files import canonical, create

MAX_PARAMETERS = 50
MAX_NAME = 100
MAX_VALUE = 200
TYPES = {str: "string", bool: "boolean", int: "number", float: "number", list: "array", dict: "object"}


def summary_of(args: dict[str, Any], loggable: tuple[str, ...], key: bytes) -> dict[str, Any]:
    """Give the type, the length and a short keyed hash of each argument, by which the same value is recognised."""
    summary: dict[str, Any] = {}
    for name, value in list(args.items())[:MAX_PARAMETERS]:
        text = canonical(value)
        told: dict[str, Any] = {
            "type": TYPES.get(type(value), "null"),
            "hash": hashlib.sha256(key.hex().encode() + text).hexdigest()[:8],
        }
        if isinstance(value, str | list | dict):
            told["length"] = len(value)
        if name in loggable:
            shown = value if isinstance(value, str) else json.dumps(value)
            told["value"] = shown[:MAX_VALUE] if isinstance(value, str | list | dict) else value
        summary[name[:MAX_NAME]] = told
    return summary


def audit_key(state: Path) -> bytes:
    """Give the secret behind the hashes, which the first process makes; else one that lives as long as this one."""
    file, fresh = state / "audit" / "key", secrets.token_bytes(32)
    try:
        if not file.exists() and create(file, fresh):
            return fresh
        stored = file.read_bytes()
    except OSError:
        return fresh
    return stored if len(stored) == 32 else fresh
