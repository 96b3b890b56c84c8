"""The endpoint: revisions, statuses, and who may reach it."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

import kit
from routing import create_app

META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"
JSON = {"content_type": "application/json"}


@pytest.fixture
def client(adapter: kit.Adapter) -> FlaskClient:
    """Give a client of the application."""
    return create_app(adapter).test_client()


def rpc(method: str, **params: Any) -> dict[str, Any]:
    """Give a request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def modern(method: str, **params: Any) -> dict[str, Any]:
    """Give a request of the stateless revision."""
    return rpc(method, _meta={f"{META}protocolVersion": MODERN, f"{META}clientCapabilities": {}}, **params)


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_a_handshake_agrees_on_the_revision_asked_for(client: FlaskClient, version: str) -> None:
    """Every revision with a handshake is spoken."""
    answer = client.post("/mcp", json=rpc("initialize", protocolVersion=version)).json
    assert answer["result"]["protocolVersion"] == version


def test_a_stateless_request_is_answered_without_a_handshake(client: FlaskClient) -> None:
    """What a request needs is in its headers and in _meta."""
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": "server/discover"}
    result = client.post("/mcp", json=modern("server/discover"), headers=headers).json["result"]
    assert result["resultType"] == "complete"
    assert MODERN in result["supportedVersions"]


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, -32020),
        ({"MCP-Protocol-Version": MODERN}, -32020),
        ({"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call"}, -32020),
        ({"MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/call", "Mcp-Name": "open_page"}, -32020),
    ],
)
def test_headers_must_say_what_the_body_says(client: FlaskClient, headers: dict[str, str], code: int) -> None:
    """Proxies route by them."""
    answer = client.post("/mcp", json=modern("tools/call", name="click"), headers=headers)
    assert (answer.status_code, answer.json["error"]["code"]) == (400, code)


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"data": "{oops", **JSON}, 400, -32700),
        ({"data": json.dumps(rpc("ping")).encode("utf-16"), **JSON}, 400, -32700),
        ({"data": '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":NaN}}', **JSON}, 400, -32700),
        ({"data": "[" * 100_000, **JSON}, 400, -32700),
        ({"json": {"id": 1, "method": "ping"}}, 400, -32600),
        ({"json": []}, 400, -32600),
        ({"json": rpc("tools/call", name="nope")}, 200, -32602),
        ({"json": rpc("nope")}, 200, -32601),
        ({"data": "{}", "content_type": "text/plain"}, 415, -32600),
        ({"json": rpc("ping"), "headers": {"Accept": "text/html"}}, 406, -32600),
        ({"json": rpc("ping"), "headers": {"Host": "evil.example"}}, 403, -32600),
        ({"json": rpc("ping"), "headers": {"Host": "localhost#evil.example"}}, 403, -32600),
        ({"json": rpc("ping"), "headers": {"Origin": "http://evil.example"}}, 403, -32600),
        ({"json": rpc("ping"), "headers": {"MCP-Protocol-Version": "1999-01-01"}}, 400, -32600),
        ({"json": rpc("ping", text="x" * 1024 * 1024)}, 413, -32600),
    ],
)
def test_what_is_wrong_is_told_by_status_and_code(
    client: FlaskClient, sent: dict[str, Any], status: int, code: int
) -> None:
    """An error is always JSON-RPC, never a page of HTML."""
    answer = client.post("/mcp", **sent)
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:5000", "127.0.0.1:5000", "[::1]:5000"])
def test_this_machine_is_let_in_by_every_name(client: FlaskClient, host: str) -> None:
    """With and without a port, in any case."""
    assert client.post("/mcp", json=rpc("ping"), headers={"Host": host}).status_code == 200


def test_a_notification_has_no_answer(client: FlaskClient) -> None:
    """202 and no body."""
    answer = client.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (answer.status_code, answer.data) == (202, b"")


def test_there_are_no_streams_and_no_sessions(client: FlaskClient) -> None:
    """GET and DELETE are refused."""
    assert {client.get("/mcp").status_code, client.delete("/mcp").status_code} == {405}
