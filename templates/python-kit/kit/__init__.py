"""What every tool needs and no tool writes: validation, scopes, grants, idempotency, steps, audit, the result envelope.

The Python side of mcp-adapter/kit: the same codes, and the same files in the state folder, so that
`mcp-adapter grant` and `mcp-adapter audit` work on it. A call goes through call.py, from top to bottom.
"""

from .adapter import Adapter, Result, result, state_folder
from .context import Caller, Context
from .envelope import ToolError
from .log import incident, log
from .tool import Tool

__all__ = ["Adapter", "Caller", "Context", "Result", "Tool", "ToolError", "incident", "log", "result", "state_folder"]
