"""The adapter as the SDK's high-level server: the tools of `tools/`, a resource and a prompt."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, GetPromptResult, InputRequiredResult, Tool
from pydantic import Field

import kit
from tokens import JwtVerifier
from tools import TOOLS

# That of the project, wherever a host starts the adapter: `mcp-adapter grant` writes there.
STATE = Path(__file__).parent / ".mcp-adapter/state"
MAX_CALLS = 40
POLICY = """# Returns

- Within 30 days after the order was shipped, and only for orders that were shipped.
- A return of more than 50 pieces is decided by a person: ask before it is booked.
"""


class AdapterServer(MCPServer[None]):
    """MCPServer with the tools of a kit adapter.

    The SDK makes a tool's schemas from the signature of a function: open to arguments that nobody declared, and refused
    in its own words. Here the schemas are written by hand, closed and bounded, and every call goes through the kit. So
    the two methods where the SDK takes tools from are ours; protocol, transports, resources and prompts are the SDK's.
    """

    def __init__(self, adapter: kit.Adapter, **options: Any) -> None:
        super().__init__(
            name=adapter.name,
            title="__TITLE__",
            version=adapter.version,
            instructions="Orders and returns of the ERP. A person grants what changes something.",
            lifespan=lambda _: closing(adapter),
            subscriptions=False,  # Nothing that is listed here changes while it runs.
            middleware=[tell_state],
            log_level="WARNING",
            **options,
        )
        self.adapter = adapter
        # Of their own, so that calls that wait for a slow ERP keep nobody from signing in or listing tools.
        self.workers = ThreadPoolExecutor(MAX_CALLS, thread_name_prefix="call")
        self.declared = [Tool.model_validate(each) for each in adapter.declarations()]

    async def list_tools(self) -> list[Tool]:
        return self.declared

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult:
        if name not in {tool.name for tool in self.declared}:
            raise MCPError(code=INVALID_PARAMS, message=f"there is no tool {name!r}")
        # The kit waits for files and for the ERP, so it works beside the event loop. Nobody who cancels, and no server
        # that stops, waits for it: it goes on by itself, and the same key finds what became of it.
        work = partial(self.adapter.call, name, arguments, caller(context))
        result = await asyncio.get_running_loop().run_in_executor(self.workers, work)
        return CallToolResult.model_validate(kit.result(result))

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        try:
            return await super().get_prompt(name, arguments, context)
        except ValueError as error:
            # The SDK would answer with a code that is none; unknown prompts and wrong arguments are invalid params.
            raise MCPError(code=INVALID_PARAMS, message=str(error)) from error


def caller(context: Context[None, Any] | None) -> kit.Caller:
    """Who calls: the subject of the token over HTTP with OAuth, else the person at this machine."""
    token = get_access_token()
    if token is None:
        client = context.request_context.session.client_params if context else None
        return kit.Caller(agent=client.client_info.name if client else "")
    return kit.Caller(principal=token.subject or "", agent=token.client_id, scopes=frozenset(token.scopes))


async def tell_state(context: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Says in the handshake that grants and audit are in MCP_ADAPTER_STATE: smoke suites with grants ask for that."""
    result = await call_next(context)
    if context.method in ("initialize", "server/discover") and isinstance(result, dict):
        return {**result, "capabilities": {**result["capabilities"], "experimental": {"mcp-adapter": {"state": 1}}}}
    return result


@asynccontextmanager
async def closing(adapter: kit.Adapter) -> AsyncIterator[None]:
    """What a tool prints goes to the log: stdout belongs to the protocol."""
    with redirect_stdout(sys.stderr):
        try:
            yield
        finally:
            adapter.close()


def create_server(verifier: JwtVerifier | None = None, url: str = "") -> AdapterServer:
    """The server, not started. With a verifier, callers over HTTP need a token for `url`, the endpoint."""
    adapter = kit.Adapter("__NAME__", "0.1.0", TOOLS, state=os.environ.get("MCP_ADAPTER_STATE") or str(STATE))
    server = AdapterServer(adapter, token_verifier=verifier, auth=verifier and verifier.settings(url))

    @server.resource(
        "erp://policies/returns",
        name="returns-policy",
        title="Returns policy",
        description="When a return is accepted.",
        mime_type="text/markdown",
    )
    def returns_policy() -> str:
        return POLICY

    @server.prompt(name="handle_return", title="Handle a return", description="Walks through the return of one order.")
    def handle_return(order_id: Annotated[str, Field(description="The number of the order.", max_length=40)]) -> str:
        return (
            f"Find order {order_id} and read erp://policies/returns. If it can be returned, say what you would book, "
            "and ask before you book it."
        )

    return server
