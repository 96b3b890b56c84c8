import socket
import threading
import time
from typing import Any

import pytest

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


@pytest.mark.parametrize("name", ["", "zo\u00eb", "bob\nX-Other: 1", " bob"])
def test_who_cannot_be_named_in_a_header_is_refused(adapter: kit.Adapter, erp: Erp, name: str) -> None:
    answer = call(adapter, "A-1001", kit.Caller(principal=name, scopes=frozenset({"orders:read"})))
    assert answer["code"] == "backend_refused"
    assert erp.seen == []


def test_an_erp_that_is_gone_is_said_in_the_envelope_and_may_be_asked_again(adapter: kit.Adapter, erp: Erp) -> None:
    erp.close()
    answer = call(adapter, "A-1001")
    assert (answer["code"], answer["retryable"]) == ("backend_unreachable", True)


@pytest.mark.parametrize(
    ("answer", "code", "retryable"),
    [
        ((0, ""), "backend_timeout", True),
        ((200, "<p>Hello"), "backend_failed", False),
        ((200, "null"), "backend_failed", False),
        ((200, '{"vbeln": "' + "x" * (1 << 20) + '"}'), "backend_failed", False),
        ((302, "{}"), "backend_failed", False),
        ((403, "{}"), "backend_refused", False),
        ((500, "{}"), "backend_failed", False),
        ((503, "{}"), "backend_failed", True),
        ((200, '{"vbeln": "A-1001"}'), "internal", False),
        ((200, '{"vbeln": "\\ud800"}'), "backend_failed", False),
    ],
)
def test_whatever_the_erp_answers_is_told_by_a_code(
    adapter: kit.Adapter, erp: Erp, answer: tuple[int, str], code: str, retryable: bool
) -> None:
    erp.broken["GET"] = answer
    told = call(adapter, "A-1001")
    assert (told["code"], told["retryable"]) == (code, retryable)
    assert len(erp.seen) == (3 if retryable else 1)


def test_an_answer_that_comes_too_slowly_is_ended(
    adapter: kit.Adapter, erp: Erp, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[OSError] = []

    def drip(server: socket.socket) -> None:
        client, _ = server.accept()
        try:
            client.sendall(b"HTTP/1.1 404 Not Found\r\nX-Slow: ")
            for _ in range(40):
                time.sleep(0.05)
                client.sendall(b".")
            client.sendall(b"\r\nContent-Length: 0\r\n\r\n")
        except OSError as error:
            ended.append(error)
        client.close()

    monkeypatch.setattr("erp.TIMEOUT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("ERP_URL", f"http://127.0.0.1:{server.getsockname()[1]}")
        slow = [threading.Thread(target=drip, args=[server], daemon=True) for _ in range(3)]
        for each in slow:
            each.start()
        assert call(adapter, "A-1001")["code"] == "backend_timeout"
        for each in slow:
            each.join(10)
    assert len(ended) == 3
