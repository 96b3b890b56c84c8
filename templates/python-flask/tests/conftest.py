"""What the tests share: an adapter on a state folder of its own, and grants."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import kit
from app import create_adapter

Call = Callable[..., dict[str, Any]]
Grant = Callable[[str, str], None]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a state folder of its own."""
    monkeypatch.setenv("MCP_ADAPTER_STATE", str(tmp_path))
    return tmp_path


@pytest.fixture
def adapter() -> Iterator[kit.Adapter]:
    """Give the adapter."""
    made = create_adapter()
    yield made
    made.close()


@pytest.fixture
def call(adapter: kit.Adapter) -> Call:
    """Give a function that calls a tool: `call("click", role="link", …)` gives the envelope."""
    return lambda name_of_tool, /, **arguments: adapter.call(name_of_tool, arguments, kit.Caller()).envelope


@pytest.fixture
def grant(state: Path) -> Grant:
    """Give a function that allows a tool in a task, as `mcp-adapter grant add` does."""

    def allow(tool: str, task: str) -> None:
        now = datetime.now(timezone.utc)
        written = {
            "format": "mcp-adapter/grant@1",
            "id": f"g-{tool}-{task}",
            "task": task,
            "tools": [tool],
            "origins": [],
            "principal": "local",
            "max_calls": 5,
            "created_at": now.isoformat(),
            "expires_at": (now + timedelta(minutes=5)).isoformat(),
            "revoked_at": None,
            "by": "test",
        }
        (state / "grants").mkdir(exist_ok=True)
        (state / "grants" / f"{written['id']}.json").write_text(json.dumps(written), encoding="utf-8")

    return allow


@pytest.fixture
def env_id(call: Call) -> str:
    """Give an environment in which the orders are open."""
    made = call("prepare_environment", region="DE", purpose="test", task_id="t-1")["env_id"]
    call("open_page", env_id=made, url="https://shop.test/orders.html")
    return str(made)
