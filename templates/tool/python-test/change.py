from collections.abc import Callable
from typing import Any

import kit

NAME = "__TOOL__"
ARGS = {"__ARGUMENT__": "SAMPLE-1", "task_id": "t-1", "step_id": "first"}


def call(adapter: kit.Adapter, **changes: Any) -> dict[str, Any]:
    return adapter.call(NAME, {**ARGS, **changes}, kit.Caller()).envelope


def test_it_needs_a_grant(adapter: kit.Adapter) -> None:
    assert call(adapter)["code"] == "write_not_enabled"


def test_with_a_grant_it_is_done_once_for_a_step_however_often_it_is_asked_for(
    adapter: kit.Adapter, grant: Callable[..., None]
) -> None:
    grant(NAME, "t-1")
    first, again = call(adapter), call(adapter)
    assert first["ok"] is True and again["replayed"] is True
    assert again["confirmation"] == first["confirmation"]


def test_it_says_that_there_is_none(adapter: kit.Adapter, grant: Callable[..., None]) -> None:
    grant(NAME, "t-1")
    answer = call(adapter, __ARGUMENT__="SAMPLE-0")
    assert (answer["code"], answer["retryable"]) == ("__THING___not_found", False)


def test_it_refuses_a_number_of_more_than_forty_characters(adapter: kit.Adapter) -> None:
    assert call(adapter, __ARGUMENT__="S" * 41)["code"] == "invalid_arguments"
