"""The tools of an adapter on a state folder."""

import json
import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from .audit import Audit
from .call import Call
from .context import Caller
from .grants import Grants
from .records import audit_key
from .tasks import Tasks
from .tool import Tool


@dataclass(frozen=True)
class Result:
    """What a call is answered with: the envelope, and what became of each step."""

    envelope: dict[str, Any]
    steps: list[dict[str, Any]]


class Adapter:
    """Serves tools. Safe for many threads, and for many processes on one state folder."""

    def __init__(self, name: str, version: str, tools: Iterable[Tool], state: str | None = None) -> None:
        """Make an adapter; the first call opens the state folder (`MCP_ADAPTER_STATE` unless said)."""
        self.name = name
        self.version = version
        self.tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self.tools:
                raise TypeError(f"{tool.name}: there are two tools of this name")
            self.tools[tool.name] = tool
        self._folder = Path(state).absolute() if state else state_folder()
        self.audit = Audit(self._folder)
        self.grants = Grants(self._folder)
        self.tasks = Tasks(self._folder)
        self._lock = threading.Lock()
        self._opened_by = 0

    @cached_property
    def audit_key(self) -> bytes:
        """The secret behind the hashes of arguments in the log."""
        return audit_key(self._folder)

    def declarations(self) -> list[dict[str, Any]]:
        """Give the tools as tools/list shows them, always in the same order."""
        return [tool.declaration() for tool in self.tools.values()]

    def call(self, name: str, arguments: Any, caller: Caller) -> Result:
        """Call a tool. Raises KeyError for a name that is none; what the tool does is in the envelope."""
        call = Call(self.tools[name], caller, self)
        self._open()
        return Result(call.answer(arguments), call.steps.records)

    def close(self) -> None:
        """Note the end in the audit log and give its lane back."""
        with self._lock:
            if self._opened_by == os.getpid():
                self.audit.note({"kind": "stop", "detail": {"name": self.name, "pid": os.getpid()}})
                self.audit.close()
                self._opened_by = 0

    def _open(self) -> None:
        # By process: a server may fork its workers after this was made.
        if self._opened_by == os.getpid():
            return
        with self._lock:
            if self._opened_by != os.getpid():
                detail = {"name": self.name, "version": self.version, "pid": os.getpid(), "tools": list(self.tools)}
                self.audit.note({"kind": "start", "detail": detail})
                self._opened_by = os.getpid()


def result(answer: Result) -> dict[str, Any]:
    """Give the CallToolResult: the envelope as structured content and, the same, as text."""
    return {
        "content": [{"type": "text", "text": json.dumps(answer.envelope, ensure_ascii=False, separators=(",", ":"))}],
        "structuredContent": answer.envelope,
        "isError": not answer.envelope["ok"],
        "_meta": {"mcp-adapter/steps": answer.steps},
    }


def state_folder() -> Path:
    """Give the state folder: `MCP_ADAPTER_STATE`, else `.mcp-adapter/state` where the adapter was started."""
    return Path(os.environ.get("MCP_ADAPTER_STATE") or ".mcp-adapter/state").absolute()
