from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import kit
from fixtures.erp import Erp

WISH = {"order_id": "A-1001", "quantity": 1, "reason": "too small", "task_id": "t-1", "step_id": "book"}


def call(adapter: kit.Adapter, **changes: Any) -> dict[str, Any]:
    return adapter.call("create_return", {**WISH, **changes}, kit.Caller()).envelope


def test_without_a_grant_nothing_is_booked(adapter: kit.Adapter, erp: Erp) -> None:
    assert call(adapter)["code"] == "write_not_enabled"
    assert erp.returns == []


def test_a_grant_is_for_one_task(adapter: kit.Adapter, erp: Erp, grant: Callable[..., None]) -> None:
    grant("create_return", "t-2")
    assert call(adapter)["code"] == "write_not_enabled"
    assert erp.returns == []


def test_a_repeated_call_is_booked_once_and_answered_alike(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None]
) -> None:
    grant("create_return", "t-1")
    first, again = call(adapter), call(adapter)
    assert first["ok"] is True and again["replayed"] is True
    assert first["return_id"] == again["return_id"] == erp.returns[0]["retno"]
    assert len(erp.returns) == 1


def test_twenty_callers_at_once_book_one_return(adapter: kit.Adapter, erp: Erp, grant: Callable[..., None]) -> None:
    grant("create_return", "t-1")
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: call(adapter), range(20)))
    assert {answer["return_id"] for answer in answers} == {erp.returns[0]["retno"]}
    assert len(erp.returns) == 1


def test_the_same_step_for_something_else_is_a_conflict(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None]
) -> None:
    grant("create_return", "t-1")
    call(adapter)
    assert call(adapter, quantity=2)["code"] == "task_conflict"
    assert len(erp.returns) == 1


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"order_id": "A-1002"}, "order_wrong_status"),
        ({"order_id": "B-2001"}, "order_not_found"),
        ({"quantity": 4}, "quantity_too_high"),
        ({"quantity": 0}, "invalid_arguments"),
        ({"quantity": 101}, "invalid_arguments"),
        ({"note": "an argument that nobody declared"}, "invalid_arguments"),
    ],
)
def test_what_cannot_be_returned_is_refused_by_its_code(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None], changes: dict[str, Any], code: str
) -> None:
    grant("create_return", "t-1")
    assert call(adapter, **changes)["code"] == code
    assert erp.returns == []


def test_a_booking_of_which_no_answer_came_is_told_as_unknown_and_never_repeated(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None]
) -> None:
    grant("create_return", "t-1")
    erp.is_cut_off = True
    assert call(adapter)["code"] == "outcome_unknown"
    assert call(adapter)["code"] == "outcome_unknown"
    assert len(erp.returns) == 1
