from typing import Any

import kit

NAME = "__TOOL__"


def call(adapter: kit.Adapter, **args: Any) -> dict[str, Any]:
    return adapter.call(NAME, args, kit.Caller()).envelope


def test_it_is_done_once_for_a_task_however_often_it_is_asked_for(adapter: kit.Adapter) -> None:
    first, again = (call(adapter, __ARGUMENT__="SAMPLE-1", task_id="t-1") for _ in range(2))
    assert first["ok"] is True and again["replayed"] is True
    assert again["handle"] == first["handle"]


def test_for_another_task_it_is_done_for_that_one(adapter: kit.Adapter) -> None:
    first, other = (call(adapter, __ARGUMENT__="SAMPLE-1", task_id=task) for task in ("t-1", "t-2"))
    assert first["handle"] != other["handle"]


def test_it_refuses_a_number_of_more_than_forty_characters(adapter: kit.Adapter) -> None:
    assert call(adapter, __ARGUMENT__="S" * 41, task_id="t-1")["code"] == "invalid_arguments"
