"""What clients see besides tools that work."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.server.auth.provider import AccessToken
from mcp.shared.exceptions import MCPError

import adapter
import kit
from adapter import MAX_CALLS, create_server


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Client], Any]], Any]:
    """Runs one piece of a conversation with the server, in this process."""
    monkeypatch.setenv("MCP_ADAPTER_STATE", str(tmp_path))

    def run(ask: Callable[[Client], Any], mode: str = "auto") -> Any:
        async def conversation() -> Any:
            async with Client(create_server(), mode=mode) as client:
                return await ask(client)

        return anyio.run(conversation)

    return run


def test_every_tool_is_closed_and_says_its_risk(talk: Callable[..., Any]) -> None:
    tools = talk(lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools[:2]] == ["find_order", "create_return"]
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools)
    assert [tool.annotations.read_only_hint for tool in tools[:2]] == [True, False]


def test_a_tool_or_prompt_that_is_none_is_an_error_of_the_protocol(talk: Callable[..., Any]) -> None:
    async def refused(client: Client) -> list[int]:
        with pytest.raises(MCPError) as tool:
            await client.call_tool("nothing", {})
        with pytest.raises(MCPError) as prompt:
            await client.get_prompt("nothing")
        return [tool.value.code, prompt.value.code]

    assert talk(refused) == [-32602, -32602]


def test_the_policy_can_be_read_and_the_prompt_names_the_order(talk: Callable[..., Any]) -> None:
    policy = talk(lambda client: client.read_resource("erp://policies/returns")).contents[0]
    assert policy.mime_type == "text/markdown" and "30 days" in policy.text
    prompt = talk(lambda client: client.get_prompt("handle_return", {"order_id": "A-1001"}))
    assert "A-1001" in prompt.messages[0].content.text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_clients_are_told_that_grants_are_in_the_state_folder(talk: Callable[..., Any], mode: str) -> None:
    async def told(client: Client) -> Any:
        return client.server_capabilities.experimental

    assert talk(told, mode) == {"mcp-adapter": {"state": 1}}


def test_tools_are_told_who_calls(talk: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[kit.Caller] = []
    offer(monkeypatch, lambda args, context: seen.append(context.caller) or {})
    talk(lambda client: client.call_tool("odd", {}), "legacy")
    token = AccessToken(token="x", client_id="web", scopes=["a"], subject="bob")
    monkeypatch.setattr(adapter, "get_access_token", lambda: token)
    talk(lambda client: client.call_tool("odd", {}))
    assert seen == [kit.Caller(agent="mcp"), kit.Caller("bob", "web", frozenset({"a"}))]


def test_what_a_tool_prints_goes_to_the_log(
    talk: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(monkeypatch, lambda *_: print("noise") or {})
    assert talk(lambda client: client.call_tool("odd", {})).is_error is False
    printed = capsys.readouterr()
    assert ("noise" in printed.out, "noise" in printed.err) == (False, True)


def test_calls_that_wait_keep_nobody_from_reading(talk: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()
    offer(monkeypatch, lambda *_: {"waited": answered.wait(20)} and {})

    async def read_meanwhile(client: Client) -> bool:
        async with anyio.create_task_group() as calls:
            for _ in range(MAX_CALLS + 10):
                calls.start_soon(client.call_tool, "odd", {})
            await anyio.sleep(0.2)
            with anyio.move_on_after(10) as late:
                await client.read_resource("erp://policies/returns")
            answered.set()
        return late.cancelled_caught

    assert talk(read_meanwhile) is False


def offer(monkeypatch: pytest.MonkeyPatch, run: Callable[..., dict[str, Any]]) -> None:
    """Makes `odd` the one tool."""
    told = {"type": "object", "properties": {}}
    tool = kit.Tool(name="odd", title="Odd", description="Odd.", risk="read", input=told, output=told, run=run)
    monkeypatch.setattr(adapter, "TOOLS", [tool])
