from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
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


def test_all_pieces_of_an_order_may_come_back(adapter: kit.Adapter, grant: Callable[..., None]) -> None:
    grant("create_return", "t-1")
    assert call(adapter, quantity=3)["ok"] is True


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
        ({"reason": ""}, "invalid_arguments"),
        ({"reason": "x" * 501}, "invalid_arguments"),
        ({"note": "an argument that nobody declared"}, "invalid_arguments"),
    ],
)
def test_what_cannot_be_returned_is_refused_by_its_code(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None], changes: dict[str, Any], code: str
) -> None:
    grant("create_return", "t-1")
    assert call(adapter, **changes)["code"] == code
    assert erp.returns == []


def test_the_log_tells_which_order_and_keeps_the_customers_words_out(
    adapter: kit.Adapter, grant: Callable[..., None], tmp_path: Path
) -> None:
    grant("create_return", "t-1")
    call(adapter)
    log = "".join(file.read_text() for file in (tmp_path / "audit").glob("*.ndjson"))
    assert ("A-1001" in log, "too small" in log) == (True, False)


@pytest.mark.parametrize("answer", [(0, ""), (500, "{}"), (302, "{}"), (204, "{}"), (200, "null"), (200, "<p>Hello")])
def test_a_booking_that_nobody_confirms_or_denies_is_told_as_unknown_and_never_repeated(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None], answer: tuple[int, str]
) -> None:
    grant("create_return", "t-1")
    erp.broken["POST"] = answer
    assert call(adapter)["code"] == "outcome_unknown"
    assert call(adapter)["code"] == "outcome_unknown"
    assert len(erp.returns) == 1
    assert erp.returns[0]["xblnr"] == "t-1/book"


@pytest.mark.parametrize(("status", "retryable"), [(409, False), (429, True), (503, True)])
def test_a_no_of_the_erp_is_told_as_such(
    adapter: kit.Adapter, erp: Erp, grant: Callable[..., None], status: int, retryable: bool
) -> None:
    grant("create_return", "t-1")
    erp.broken["POST"] = (status, "{}")
    answer = call(adapter)
    assert (answer["code"], answer["retryable"]) == ("backend_failed", retryable)
