"""What the tests share: the small ERP, the issuer, the adapter on an empty state folder, and a person who grants."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import kit
from fixtures.erp import Erp
from fixtures.issuer import Issuer
from tools import TOOLS


@pytest.fixture
def erp(monkeypatch: pytest.MonkeyPatch) -> Iterator[Erp]:
    service = Erp()
    for name, value in service.environment().items():
        monkeypatch.setenv(name, value)
    yield service
    service.close()


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    issuer = Issuer()
    yield issuer
    issuer.close()


@pytest.fixture
def adapter(erp: Erp, tmp_path: Path) -> Iterator[kit.Adapter]:
    adapter = kit.Adapter("tests", "1.0.0", TOOLS, state=str(tmp_path))
    yield adapter
    adapter.close()


@pytest.fixture
def grant(tmp_path: Path) -> Callable[..., None]:
    """Writes what `mcp-adapter grant add` writes, into the state folder of `adapter`."""

    def add(tool: str, task: str, principal: str = "local") -> None:
        now = datetime.now(timezone.utc)
        end = now + timedelta(minutes=5)
        folder = tmp_path / "grants"
        folder.mkdir(exist_ok=True)
        made = {
            "format": "mcp-adapter/grant@1",
            "id": f"g-{task}",
            "task": task,
            "tools": [tool],
            "origins": [],
            "principal": principal,
            "max_calls": 10,
            "created_at": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "expires_at": end.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "revoked_at": None,
            "by": "tests",
        }
        (folder / f"{made['id']}.json").write_text(json.dumps(made))

    return add
