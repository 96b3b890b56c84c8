"""The server as it is started over HTTP, with OAuth, for two users."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from fixtures.erp import Erp
from fixtures.issuer import Issuer

START_S = 20
WISH = {"quantity": 1, "reason": "too small", "task_id": "t-1", "step_id": "book"}


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    issuer = Issuer()
    yield issuer
    issuer.close()


@pytest.fixture
def url(erp: Erp, issuer: Issuer, tmp_path: Path) -> Iterator[str]:
    """The endpoint of a server that asks `issuer` for its keys and `erp` for orders."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    oauth = {"OAUTH_ISSUER": issuer.url, "OAUTH_JWKS": issuer.jwks, "MCP_ADAPTER_STATE": str(tmp_path)}
    server = subprocess.Popen([sys.executable, "server.py", "--http", str(port)], env={**os.environ, **oauth})
    try:
        wait_for(port, server)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait(10)


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the server did not listen within {START_S} s")


def call(url: str, token: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    async def talk() -> Any:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            return (await client.call_tool(tool, arguments)).structured_content

    return anyio.run(talk)


def test_each_user_sees_their_own_orders_only(url: str, issuer: Issuer) -> None:
    for user, own, foreign in (("alice", "A-1001", "B-2001"), ("bob", "B-2001", "A-1001")):
        token = issuer.token(url, user)
        assert call(url, token, "find_order", {"order_id": own})["order"]["id"] == own
        assert call(url, token, "find_order", {"order_id": foreign})["code"] == "order_not_found"


def test_the_callers_token_never_reaches_the_erp(url: str, issuer: Issuer, erp: Erp) -> None:
    token = issuer.token(url, "bob")
    call(url, token, "find_order", {"order_id": "B-2001"})
    assert [seen["X-On-Behalf-Of"] for seen in erp.seen] == ["bob"]
    assert not any(token in value for seen in erp.seen for value in seen.values())


def test_a_grant_is_for_one_user_and_the_return_is_theirs(
    url: str, issuer: Issuer, erp: Erp, grant: Callable[..., None]
) -> None:
    grant("create_return", "t-1", "bob")
    alice = call(url, issuer.token(url, "alice"), "create_return", {**WISH, "order_id": "A-1001"})
    bob = call(url, issuer.token(url, "bob"), "create_return", {**WISH, "order_id": "B-2001"})
    assert (alice["code"], bob["code"]) == ("write_not_enabled", "ok")
    assert [booked["user"] for booked in erp.returns] == ["bob"]


def test_a_token_that_may_only_read_books_nothing(
    url: str, issuer: Issuer, erp: Erp, grant: Callable[..., None]
) -> None:
    grant("create_return", "t-1", "bob")
    token = issuer.token(url, "bob", scope="orders:read")
    assert call(url, token, "create_return", {**WISH, "order_id": "B-2001"})["code"] == "insufficient_scope"
    assert erp.returns == []


def test_without_a_token_that_counts_nobody_gets_in(url: str, issuer: Issuer, erp: Erp) -> None:
    other = Issuer()
    other.close()
    tokens = {
        "none": None,
        "for another adapter": issuer.token("http://127.0.0.1:1/mcp", "bob"),
        "expired": issuer.token(url, "bob", exp=int(time.time()) - 60),
        "of another issuer": issuer.token(url, "bob", iss="https://login.example"),
        "signed with another key": other.token(url, "bob", iss=issuer.url),
        "for the person at this machine": issuer.token(url, "local"),
        "no token": "x",
    }
    for why, token in tokens.items():
        answer = httpx2.post(url, headers={"Authorization": f"Bearer {token}"} if token else {}, json={})
        assert answer.status_code == 401, why
        assert "orders:read" in answer.headers["www-authenticate"]
        assert "/.well-known/oauth-protected-resource/mcp" in answer.headers["www-authenticate"]
    assert erp.seen == []


def test_settings_that_would_let_anybody_in_are_refused_at_the_start() -> None:
    for half in ({"OAUTH_ISSUER": "https://login.example"}, {"PUBLIC_URL": "https://shop.example/mcp"}):
        command = [sys.executable, "server.py", "--http", "5000"]
        ended = subprocess.run(command, env={**os.environ, **half}, capture_output=True, text=True, timeout=START_S)
        assert ended.returncode == 2
        assert "OAUTH_ISSUER" in ended.stderr
