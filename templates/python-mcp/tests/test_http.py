"""The server as it is started over HTTP, with OAuth, for two users."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from fixtures.erp import Erp
from fixtures.issuer import Issuer

WISH = {"quantity": 1, "reason": "too small", "task_id": "t-1", "step_id": "book"}


@contextmanager
def serving(**settings: str) -> Iterator[str]:
    """The endpoint of a server with these variables in its environment."""
    command = [sys.executable, "server.py", "--http", "0"]
    server = subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr
        listening = next((line for line in server.stderr if "listening at" in line), None)
        assert listening, "the server ended before it listened"
        yield listening.split()[-1]
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def oauth(erp: Erp, issuer: Issuer, tmp_path: Path) -> dict[str, str]:
    return {"OAUTH_ISSUER": issuer.url, "OAUTH_JWKS": issuer.jwks, "MCP_ADAPTER_STATE": str(tmp_path)}


@pytest.fixture
def url(oauth: dict[str, str]) -> Iterator[str]:
    """The endpoint of a server that asks the issuer for its keys and the small ERP for orders."""
    with serving(**oauth) as url:
        yield url


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
    expired = issuer.token(url, "bob", exp=int(time.time()) - 60)
    for why, token in {"none": None, "no token": "x", "expired": expired}.items():
        answer = httpx2.post(url, headers={"Authorization": f"Bearer {token}"} if token else {}, json={})
        assert answer.status_code == 401, why
        assert re.search('scope="[^"]*orders:read', answer.headers["www-authenticate"])
        assert "/.well-known/oauth-protected-resource/mcp" in answer.headers["www-authenticate"]
    assert erp.seen == []


def test_while_the_keys_cannot_be_read_clients_are_asked_to_come_back(url: str, issuer: Issuer) -> None:
    token = issuer.token(url, "bob")
    issuer.close()
    answer = httpx2.post(url, headers={"Authorization": f"Bearer {token}"}, json={})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "www-authenticate" not in answer.headers


def test_behind_a_proxy_its_public_name_counts_and_no_other(oauth: dict[str, str], issuer: Issuer) -> None:
    with serving(**oauth, PUBLIC_URL="https://shop.example/mcp") as url:

        def ask(audience: str, **headers: str) -> int:
            token = issuer.token(audience, "bob")
            return httpx2.get(url, headers={"Authorization": f"Bearer {token}", **headers}).status_code

        public, own = "https://shop.example/mcp", {"Host": "shop.example", "Origin": "https://shop.example"}
        # Let in, it is told that this request is none.
        assert ask(public, **own) not in (401, 403, 421)
        assert ask(public, Host="localhost:5000") not in (401, 403, 421)
        assert ask(url, **own) == 401
        assert ask(public, Host="evil.example") == 421
        assert ask(public, Origin="https://evil.example") == 403


def test_tokens_may_be_for_an_audience_of_another_name(oauth: dict[str, str], issuer: Issuer) -> None:
    with serving(**oauth, OAUTH_AUDIENCE="erp") as url:
        assert call(url, issuer.token("erp", "bob"), "find_order", {"order_id": "B-2001"})["ok"] is True


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"OAUTH_ISSUER": "https://login.example"}, "OAUTH_JWKS"),
        ({"OAUTH_ISSUER": "", "OAUTH_JWKS": ""}, "OAUTH_ISSUER"),
        ({"OAUTH_ISSUER": "https://login.example", "OAUTH_JWKS": "file:///keys.json"}, "OAUTH_JWKS"),
        ({"PUBLIC_URL": "https://shop.example/mcp"}, "OAUTH_ISSUER"),
        ({"ERP_URL": "erp.example/api", "ERP_TOKEN": "x"}, "ERP_URL"),
        ({"ERP_URL": "http://", "ERP_TOKEN": "x"}, "ERP_URL"),
        ({"ERP_URL": "http://127.0.0.1:99999", "ERP_TOKEN": "x"}, "ERP_URL"),
        ({"ERP_URL": "http://127.0.0.1:1"}, "ERP_TOKEN"),
        ({"ERP_URL": "http://127.0.0.1:1", "ERP_TOKEN": "a\nb"}, "ERP_TOKEN"),
    ],
)
def test_settings_that_cannot_work_or_would_let_anybody_in_are_refused_at_the_start(
    settings: dict[str, str], named: str
) -> None:
    refused = start_with(settings, "0")
    assert refused.returncode == 2
    assert named in refused.stderr and "Traceback" not in refused.stderr


def test_a_port_that_is_taken_is_said_in_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = start_with({}, port)
    assert refused.returncode == 2
    assert f"port {port} of 127.0.0.1 cannot be used" in refused.stderr and "Traceback" not in refused.stderr


def start_with(settings: dict[str, str], port: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "server.py", "--http", port]
    return subprocess.run(command, env={**os.environ, **settings}, capture_output=True, text=True, timeout=20)
