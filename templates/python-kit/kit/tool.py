"""A business action, as its author writes it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from jsonschema.protocols import Validator

from .context import Context
from .envelope import ENVELOPE, REQUIRED
from .schemas import validator_of

Risk = Literal["read", "prepare", "write", "destructive"]

KEY_ARGUMENTS = {
    "task_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "The task this belongs to: the same text through a whole task.",
    },
    "step_id": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "Names this step of the task: the same text when repeated, another one for another step.",
    },
}


@dataclass(frozen=True)
class Tool:
    """One tool.

    risk: read changes nothing; prepare makes or releases what only the caller uses; write and destructive need a grant.
    input, output: JSON Schema 2020-12 of the arguments and of the tool's own fields; the root is an object.
    run: does it: returns the tool's own fields, raises ToolError for what can go wrong.
    idempotency: the arguments that make the key; task_id and step_id need not be declared in `input`.
    scopes: all of which the caller needs.
    loggable: arguments whose values may stand in the audit log.
    holds: for prepare: whether an answer from memory still counts, such as when what was made is still there.
    """

    name: str
    title: str
    description: str
    risk: Risk
    input: dict[str, Any]
    output: dict[str, Any]
    run: Callable[[dict[str, Any], Context], dict[str, Any]]
    idempotency: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    loggable: tuple[str, ...] = ()
    holds: Callable[[dict[str, Any]], bool] | None = None

    def __post_init__(self) -> None:
        """Refuse what would go wrong at the first call. Raises TypeError."""
        if self.risk not in ("read", "prepare", "write", "destructive"):
            raise TypeError(f"{self.name}: {self.risk!r} is no risk")
        if self.risk == "read" and self.idempotency:
            raise TypeError(f"{self.name}: a tool of risk read is never answered from memory, so it has no key")
        if self.changes and "task_id" not in self.idempotency:
            raise TypeError(f"{self.name}: grants are for a task, so task_id must be part of the key")
        unknown = ", ".join(set(self.idempotency) - self.input_schema["properties"].keys())
        if unknown:
            raise TypeError(f"{self.name}: the key names {unknown}, which the input does not declare")
        taken = ", ".join(ENVELOPE.keys() & self.output.get("properties", {}).keys())
        if taken:
            raise TypeError(f"{self.name}: the output has {taken}, which the envelope keeps")
        self.arguments, self.fields  # noqa: B018  (a schema that cannot be compiled fails here)

    @property
    def changes(self) -> bool:
        """Whether a person has to allow it."""
        return self.risk in ("write", "destructive")

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """The input as declared: closed, with the arguments of the key."""
        given = self.input.get("properties", {})
        added = {name: KEY_ARGUMENTS[name] for name in self.idempotency if name in KEY_ARGUMENTS and name not in given}
        # A task that has no name yet gets one; but a grant is for a task that a person has named.
        needed = [name for name in self.idempotency if name != "task_id" or self.changes]
        required = list(dict.fromkeys([*self.input.get("required", []), *needed]))
        closed = {"type": "object", **self.input, "properties": {**given, **added}, "additionalProperties": False}
        return {**closed, "required": required} if required else closed

    @cached_property
    def arguments(self) -> Validator:
        """Judges arguments."""
        return validator_of(self.input_schema)

    @cached_property
    def fields(self) -> Validator:
        """Judges what the tool returned."""
        return validator_of({"type": "object", **self.output})

    def declaration(self) -> dict[str, Any]:
        """Give the tool as tools/list shows it; a failure has no data, so only the envelope's members are required."""
        read_only = self.risk == "read"
        annotations: dict[str, Any] = {"readOnlyHint": read_only, "openWorldHint": False}
        if not read_only:
            annotations |= {"destructiveHint": self.risk == "destructive", "idempotentHint": bool(self.idempotency)}
        properties = {**ENVELOPE, **self.output.get("properties", {})}
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.input_schema,
            "outputSchema": {"type": "object", "properties": properties, "required": REQUIRED},
            "annotations": annotations,
            "_meta": {"mcp-adapter/risk": self.risk},
        }
