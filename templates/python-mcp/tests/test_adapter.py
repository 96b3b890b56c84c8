"""What clients see besides tools that work."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError

from adapter import create_server


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Client], Any]], Any]:
    """Runs one piece of a conversation with the server, in this process."""
    monkeypatch.setenv("MCP_ADAPTER_STATE", str(tmp_path))

    def run(ask: Callable[[Client], Any]) -> Any:
        async def conversation() -> Any:
            async with Client(create_server()) as client:
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


def test_clients_are_told_that_grants_are_in_the_state_folder(talk: Callable[..., Any]) -> None:
    async def told(client: Client) -> Any:
        return client.server_capabilities.experimental

    assert talk(told) == {"mcp-adapter": {"state": 1}}
