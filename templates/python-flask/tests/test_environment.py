"""The tools on an environment, through the whole pipeline."""

from conftest import Call, Grant

import kit


def test_a_task_has_one_environment_until_it_is_released(call: Call) -> None:
    """Prepared again it is the same; after its release it is another one."""
    wish = {"region": "DE", "purpose": "test", "task_id": "t-1"}
    first = call("prepare_environment", **wish)
    assert call("prepare_environment", **wish)["env_id"] == first["env_id"]
    assert call("release_environment", env_id=first["env_id"], task_id="t-1")["released"] is True
    assert call("prepare_environment", **wish)["env_id"] != first["env_id"]


def test_an_unknown_region_is_told_which_there_are(call: Call) -> None:
    """The model can correct itself by the message."""
    answer = call("prepare_environment", region="XX", purpose="test")
    assert answer["code"] == "region_unknown"
    assert "US-CA" in answer["message"]


def test_a_page_is_described_by_its_words_and_controls(call: Call, env_id: str) -> None:
    """Text is bounded, and marked as that of a third party."""
    page = call("describe_page", env_id=env_id, max_characters=100)
    assert page["controls"] == [{"role": "link", "name": "Order A-1001"}]
    assert "shipped on 2026-11-03" in page["text"]
    assert page["untrusted"] is True


def test_a_click_needs_a_grant_and_is_done_once(call: Call, grant: Grant, env_id: str) -> None:
    """Without a grant nothing is clicked; with one, the same step is answered from memory."""
    wish = {"env_id": env_id, "role": "link", "name": "Order A-1001", "task_id": "t-1", "step_id": "follow"}
    assert call("click", **wish)["code"] == "write_not_enabled"
    grant("click", "t-1")
    assert call("click", **wish)["title"] == "Order A-1001"
    # The link is not on that page: a second click would fail.
    assert call("click", **wish)["replayed"] is True


def test_the_environment_of_somebody_else_is_unknown(adapter: kit.Adapter, env_id: str) -> None:
    """Not even that there is one is told."""
    answer = adapter.call("describe_page", {"env_id": env_id}, kit.Caller(principal="alice"))
    assert answer.envelope["code"] == "env_unknown"
