from typing import Any

import pytest

import kit

NAME = "__TOOL__"


def call(adapter: kit.Adapter, **args: Any) -> dict[str, Any]:
    return adapter.call(NAME, args, kit.Caller()).envelope


def test_it_answers_with_as_many_as_asked_for_and_says_that_there_are_more(adapter: kit.Adapter) -> None:
    answer = call(adapter, max_items=1)
    assert (answer["ok"], answer["count"], answer["truncated"]) == (True, 1, True)


def test_it_answers_with_all_when_they_are_few(adapter: kit.Adapter) -> None:
    answer = call(adapter)
    assert (answer["ok"], answer["count"], answer["truncated"]) == (True, 2, False)


@pytest.mark.parametrize("most", [0, 51])
def test_it_refuses_none_and_more_than_fifty(adapter: kit.Adapter, most: int) -> None:
    assert call(adapter, max_items=most)["code"] == "invalid_arguments"
