from typing import Any

import kit
from fixtures.erp import TOKEN, Erp


def call(adapter: kit.Adapter, order_id: Any, caller: kit.Caller | None = None) -> dict[str, Any]:
    return adapter.call("find_order", {"order_id": order_id}, caller or kit.Caller()).envelope


def test_only_the_useful_fields_of_a_record_come_back(adapter: kit.Adapter, erp: Erp) -> None:
    assert len(erp.orders["alice"][0]) == 80
    answer = call(adapter, "A-1001")
    assert answer["ok"] is True
    assert answer["order"] == {
        "id": "A-1001",
        "status": "shipped",
        "pieces": 3,
        "total_cents": 4200,
        "currency": "EUR",
        "ordered_on": "2026-11-03",
    }


def test_an_order_of_somebody_else_is_answered_like_one_that_does_not_exist(adapter: kit.Adapter) -> None:
    foreign, missing = call(adapter, "B-2001"), call(adapter, "A-9999")
    assert foreign["code"] == missing["code"] == "order_not_found"
    assert foreign["message"].replace("B-2001", "") == missing["message"].replace("A-9999", "")


def test_what_is_no_order_number_never_reaches_the_erp(adapter: kit.Adapter, erp: Erp) -> None:
    for number in ("", "A" * 41, "..", "../returns", "A-1001?all", 1001, None):
        assert call(adapter, number)["code"] == "invalid_arguments", number
    assert erp.seen == []


def test_a_caller_without_the_scope_is_refused(adapter: kit.Adapter) -> None:
    bob = kit.Caller(principal="bob", agent="trial", scopes=frozenset({"returns:write"}))
    assert call(adapter, "B-2001", bob)["code"] == "insufficient_scope"


def test_the_erp_is_asked_with_the_adapters_own_credential_for_the_caller(adapter: kit.Adapter, erp: Erp) -> None:
    bob = kit.Caller(principal="bob", agent="trial", scopes=frozenset({"orders:read"}))
    assert call(adapter, "B-2001", bob)["ok"] is True
    assert [(seen["Authorization"], seen["X-On-Behalf-Of"]) for seen in erp.seen] == [(f"Bearer {TOKEN}", "bob")]


def test_an_erp_that_is_gone_is_said_in_the_envelope_and_may_be_asked_again(adapter: kit.Adapter, erp: Erp) -> None:
    erp.close()
    answer = call(adapter, "A-1001")
    assert (answer["code"], answer["retryable"]) == ("backend_unreachable", True)
