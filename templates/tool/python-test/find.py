from typing import Any

import kit

NAME = "__TOOL__"


def call(adapter: kit.Adapter, **args: Any) -> dict[str, Any]:
    return adapter.call(NAME, args, kit.Caller()).envelope


def test_it_answers_with_the_sample(adapter: kit.Adapter) -> None:
    answer = call(adapter, __ARGUMENT__="SAMPLE-1")
    assert (answer["ok"], answer["id"], answer["name"]) == (True, "SAMPLE-1", "A sample")


def test_it_says_that_there_is_none(adapter: kit.Adapter) -> None:
    answer = call(adapter, __ARGUMENT__="SAMPLE-0")
    assert (answer["code"], answer["retryable"]) == ("__THING___not_found", False)


def test_it_refuses_a_number_of_more_than_forty_characters(adapter: kit.Adapter) -> None:
    assert call(adapter, __ARGUMENT__="S" * 41)["code"] == "invalid_arguments"
