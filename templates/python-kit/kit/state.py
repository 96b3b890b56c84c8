"""What the calls of an adapter share: its state folder."""

import os
from functools import cached_property
from pathlib import Path

from .audit import Audit
from .grants import Grants
from .parameters import audit_key
from .tasks import Tasks


def state_folder() -> Path:
    """Give the state folder: `MCP_ADAPTER_STATE`, else `.mcp-adapter/state` where the adapter was started."""
    return Path(os.environ.get("MCP_ADAPTER_STATE") or ".mcp-adapter/state").absolute()


class State:
    """What stands in a state folder; the files are made when they are needed."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = Path(folder).absolute() if folder else state_folder()
        self.audit = Audit(self.folder)
        self.grants = Grants(self.folder)
        self.tasks = Tasks(self.folder)

    @cached_property
    def audit_key(self) -> bytes:
        """The secret behind the hashes of arguments in the log."""
        return audit_key(self.folder)
