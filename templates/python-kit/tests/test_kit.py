"""The kit: one execution a key, grants, steps, the audit log, and what a caller is told of failures."""

import asyncio
import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import kit

Run = Callable[[dict[str, Any], kit.Context], dict[str, Any]]
Make = Callable[..., Callable[..., dict[str, Any]]]
LOCAL = kit.Caller()
BOOK = {"quantity": 1, "task_id": "t-1", "step_id": "book"}


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Give a function that makes an adapter of one tool and gives a function that calls it."""
    made: list[kit.Adapter] = []

    def adapter_of(run: Run, risk: Any = "write", **more: Any) -> Callable[..., dict[str, Any]]:
        quantity = {"type": "integer", "minimum": 1, "maximum": 5}
        keys = ("task_id", "step_id") if risk != "read" else ()
        schema = {"type": "object", "properties": {"quantity": quantity}, "required": ["quantity"]}
        output = {"type": "object", "properties": {"done": {"type": "integer"}}, "required": ["done"]}
        tool = kit.Tool("book", "Book", "Books.", risk, schema, output, run, idempotency=keys, **more)
        adapter = kit.Adapter("test", "1.0.0", [tool], state=str(tmp_path))
        made.append(adapter)
        return lambda caller=LOCAL, **arguments: adapter.call("book", arguments, caller).envelope

    yield adapter_of
    for adapter in made:
        adapter.close()


def allow(state: Path, max_calls: int = 5, **other: Any) -> Path:
    """Make a grant, as `mcp-adapter grant add` does."""
    now = datetime.now(timezone.utc)
    grant = {
        "format": "mcp-adapter/grant@1",
        "id": "g-1",
        "task": "t-1",
        "tools": ["book"],
        "origins": [],
        "principal": "local",
        "max_calls": max_calls,
        "created_at": now.isoformat(),
        "expires_at": (now + timedelta(minutes=5)).isoformat(),
        "revoked_at": None,
        "by": "test",
        **other,
    }
    file = state / "grants" / "g-1.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(grant), encoding="utf-8")
    return file


def counting() -> tuple[Run, list[int]]:
    """Give a tool that counts how often it was done, and the counts."""
    counts: list[int] = []

    def run(_args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
        return {"done": context.steps.effect("book", lambda: counts.append(1) or len(counts))}

    return run, counts


def test_fifty_callers_of_one_key_are_one_execution(make: Make, tmp_path: Path) -> None:
    """All of them are given its answer."""
    allow(tmp_path)
    run, counts = counting()
    call, answers = make(run), []
    threads = [threading.Thread(target=lambda: answers.append(call(**BOOK))) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(counts) == 1
    assert [answer["done"] for answer in answers] == [1] * 50
    assert sum(answer.get("replayed", False) for answer in answers) == 49


def test_the_same_key_with_other_arguments_is_a_conflict(make: Make, tmp_path: Path) -> None:
    """Another action needs another step_id."""
    allow(tmp_path)
    run, counts = counting()
    call = make(run)
    call(**BOOK)
    assert call(**{**BOOK, "quantity": 2})["code"] == "task_conflict"
    assert len(counts) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"task": "t-2"},
        {"tools": ["other"]},
        {"principal": "alice"},
        {"origins": ["https://shop.test"]},
        {"revoked_at": "2026-01-01T00:00:00Z"},
        {"created_at": "2026-01-01T00:00:00Z", "expires_at": "2026-01-01T01:00:00Z"},
        {"created_at": "2099-01-01T00:00:00Z", "expires_at": "2099-01-01T01:00:00Z"},
        {"expires_at": "2099-01-01T00:00:00Z"},
        {"max_calls": 0},
        {"max_calls": True},
        {"id": "g-2"},
        {"format": "mcp-adapter/grant@2"},
    ],
)
def test_a_grant_that_does_not_cover_the_call_allows_nothing(make: Make, tmp_path: Path, other: dict[str, Any]) -> None:
    """Nothing is done, and the key is given back: with the right grant the same call goes through."""
    file = allow(tmp_path, **other)
    run, counts = counting()
    call = make(run)
    assert call(**BOOK)["code"] == "write_not_enabled"
    assert not counts
    file.unlink()
    allow(tmp_path)
    assert call(**BOOK)["ok"] is True


def test_a_grant_is_used_up_and_a_repetition_takes_no_use(make: Make, tmp_path: Path) -> None:
    """Two calls are allowed: the third key is refused, the first is still answered."""
    allow(tmp_path, max_calls=2)
    call = make(counting()[0])
    codes = [call(**{**BOOK, "step_id": step})["code"] for step in ("a", "b", "a", "c", "a")]
    assert codes == ["ok", "ok", "ok", "write_not_enabled", "ok"]
    assert sorted(file.name for file in (tmp_path / "grants" / "g-1.uses").iterdir()) == ["1.json", "2.json"]


def test_a_grant_is_for_no_more_calls_than_it_says_however_many_come_at_once(make: Make, tmp_path: Path) -> None:
    """Who comes too late is told that it is used up."""
    allow(tmp_path, max_calls=3)
    run, counts = counting()
    call, codes = make(run), []
    wishes = [{**BOOK, "step_id": f"s-{number}"} for number in range(30)]
    threads = [threading.Thread(target=lambda wish: codes.append(call(**wish)["code"]), args=[wish]) for wish in wishes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(codes) == ["ok"] * 3 + ["write_not_enabled"] * 27
    assert len(counts) == 3


def test_a_damaged_use_is_taken(make: Make, tmp_path: Path) -> None:
    """It costs one use, and nothing else."""
    allow(tmp_path, max_calls=2)
    (tmp_path / "grants" / "g-1.uses" / "1.json").mkdir(parents=True)
    call = make(counting()[0])
    assert [call(**{**BOOK, "step_id": step})["code"] for step in "ab"] == ["ok", "write_not_enabled"]


def test_a_grant_that_is_revoked_right_before_the_effect_does_not_count(make: Make, tmp_path: Path) -> None:
    """The effect looks at it again."""
    file = allow(tmp_path)
    done: list[int] = []

    def run(_args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
        context.steps.run("wait", file.unlink)
        return {"done": context.steps.effect("book", lambda: done.append(1) or 1)}

    assert make(run)(**BOOK)["code"] == "write_not_enabled"
    assert not done


@pytest.mark.parametrize(
    ("error", "code", "again"),
    [
        (kit.ToolError("erp_busy", "the ERP is busy: ask again", retryable=True), "erp_busy", True),
        (kit.ToolError("erp_refused", "the ERP refuses this"), "erp_refused", False),
        (RuntimeError("password=hunter2"), "outcome_unknown", False),
    ],
)
def test_only_what_may_be_repeated_gives_the_key_back(
    make: Make, tmp_path: Path, error: Exception, code: str, again: bool
) -> None:
    """Anything but a ToolError inside an effect leaves nobody knowing; its text is for the log only."""
    allow(tmp_path)
    tried: list[int] = []

    def fail() -> int:
        tried.append(1)
        raise error

    call = make(lambda _args, context: {"done": context.steps.effect("book", fail)})
    first = call(**BOOK)
    assert (first["code"], first["retryable"]) == (code, again)
    assert "hunter2" not in json.dumps(first)
    call(**BOOK)
    assert len(tried) == (2 if again else 1)


@pytest.mark.parametrize("raised", [asyncio.CancelledError, GeneratorExit, SystemExit, RecursionError])
def test_whatever_a_tool_raises_ends_the_call_and_not_the_server(make: Make, raised: type[BaseException]) -> None:
    """A task that is cancelled, or an exit in a library, is no exception of Python's usual kind."""

    def run(_args: dict[str, Any], _context: kit.Context) -> dict[str, Any]:
        raise raised

    assert make(run, risk="read")(quantity=1)["code"] == "internal"


@pytest.mark.parametrize("data", [{"a": object()}, {"a": float("nan")}, {"a": "x" * 300_000}])
def test_an_error_that_is_no_json_is_internal_and_leaves_no_key_behind(make: Make, tmp_path: Path, data: Any) -> None:
    """The same call again is answered at once, from memory."""
    allow(tmp_path)

    def run(_args: dict[str, Any], _context: kit.Context) -> dict[str, Any]:
        raise kit.ToolError("erp_refused", "the ERP refuses this", data=data)

    call = make(run)
    assert [call(**BOOK)["code"], call(**BOOK)["code"]] == ["internal", "internal"]
    assert call(**BOOK)["replayed"] is True


def test_half_of_a_character_is_not_sent(tmp_path: Path) -> None:
    """No UTF-8 can hold it, so an answer with it could not be written."""
    tool = kit.Tool("say", "Say", "Says.", "read", {}, {"type": "object"}, lambda _args, _context: {"text": "\ud800!"})
    adapter = kit.Adapter("test", "1.0.0", [tool], state=str(tmp_path))
    sent = kit.result(adapter.call("say", {}, LOCAL))
    assert json.loads(sent["content"][0]["text"].encode())["text"] == "?!"
    adapter.close()


@pytest.mark.parametrize(("risk", "code", "times"), [("write", "in_doubt", 1), ("prepare", "ok", 2)])
def test_a_reservation_that_nobody_holds_is_that_of_one_who_died(
    make: Make, tmp_path: Path, risk: str, code: str, times: int
) -> None:
    """What changes something is in doubt; what only prepares is done again."""
    allow(tmp_path)
    run, counts = counting()
    call = make(run, risk=risk)
    call(**BOOK)
    (file,) = (tmp_path / "tasks").glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**record, "state": "reserved", "finished": None, "outcome": None}), encoding="utf-8")
    assert call(**BOOK)["code"] == code
    assert len(counts) == times


def test_keys_of_yesterday_are_forgotten_but_not_what_is_in_doubt(make: Make, tmp_path: Path) -> None:
    """Nothing of them stays on disk."""
    allow(tmp_path)
    run, counts = counting()
    call = make(run)
    call(**BOOK)
    (done,) = (tmp_path / "tasks").glob("*.json")
    doubt = done.with_name("00ff.json")
    doubt.write_text('{"format": "mcp-adapter/task@1", "state": "reserved", "finished": null}', encoding="utf-8")
    doubt.with_name(".00ff.lock").touch()
    for file in (tmp_path / "tasks").iterdir():
        os.utime(file, (1, 1))
    make(run)(**{**BOOK, "step_id": "other"})
    names = {file.name for file in (tmp_path / "tasks").iterdir()}
    assert not names & {done.name, f".{done.stem}.lock"}
    assert names >= {"00ff.json", ".00ff.lock"}
    assert len(counts) == 2


def test_a_step_is_tried_again_when_that_may_help(make: Make) -> None:
    """Attempts are those of the step that was tried most often."""
    tried: list[int] = []

    def ask() -> int:
        tried.append(1)
        if len(tried) < 3:
            raise kit.ToolError("erp_busy", "busy", retryable=True)
        return len(tried)

    call = make(lambda _args, context: {"done": context.steps.run("ask_erp", ask, retries=2)}, risk="read")
    answer = call(quantity=1)
    assert (answer["ok"], answer["done"], answer["attempts"]) == (True, 3, 3)


@pytest.mark.parametrize(
    "returned", [{}, {"done": "one"}, {"done": 1, "ok": True}, {"done": float("nan")}, None, [1], {"done": object()}]
)
def test_what_does_not_fit_the_output_is_internal(
    make: Make, returned: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The author is at fault, so the stack is in the log, under the incident of the answer."""
    answer = make(lambda _args, _context: returned, risk="read")(quantity=1)
    assert answer["code"] == "internal"
    assert answer["incident"] in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [{}, {"quantity": 6}, {"quantity": "1"}, {"quantity": 1.5}, {"quantity": True}, {"quantity": 1, "more": 1}],
)
def test_arguments_that_do_not_fit_never_reach_the_tool(make: Make, arguments: dict[str, Any]) -> None:
    """Bounds and unknown names are refused."""
    call = make(lambda _args, _context: pytest.fail("it was run"), risk="read")
    assert call(**arguments)["code"] == "invalid_arguments"


def tool_of(pattern: str) -> kit.Tool:
    """Make a tool of one argument."""
    schema = {"type": "object", "properties": {"text": {"type": "string", "pattern": pattern}}, "required": ["text"]}
    return kit.Tool("say", "Say", "Says.", "read", schema, {"type": "object"}, lambda _args, _context: {})


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        (r"^\d$", "\u0661", False),
        (r"^\w$", "\u00e9", False),
        ("^.$", "\r", False),
        ("^.$", "\U0001f600", True),
        (r"^\s$", "\u00a0", True),
        (r"^\S$", "\ufeff", False),
        (r"^[\s$.]{2}$", "\u3000$", True),
        ("^[.]$", "a", False),
        ("^[[]$", "[", True),
        (r"^\$\.$", "$.", True),
    ],
)
def test_a_pattern_is_read_as_javascript_reads_it(tmp_path: Path, pattern: str, text: str, fits: bool) -> None:
    """What the declared schema refuses never reaches the tool: a line break at the end, digits of other scripts."""
    adapter = kit.Adapter("test", "1.0.0", [tool_of(pattern)], state=str(tmp_path))
    assert adapter.call("say", {"text": text}, LOCAL).envelope["ok"] is fits
    adapter.close()


@pytest.mark.parametrize(
    "pattern", [r"\p{L}", r"\cA", r"\Aa", r"[\S]", "[]a]", "(?i)a", "(?P<x>a)", "a++", "a{,3}", "("]
)
def test_a_pattern_that_python_reads_otherwise_is_refused_at_the_start(pattern: str) -> None:
    """The author is told, with the place in the schema."""
    with pytest.raises(TypeError, match="properties.text.pattern"):
        tool_of(pattern)


def test_a_scope_that_is_missing_is_named(make: Make) -> None:
    """The person at this machine needs none."""
    call = make(lambda _args, _context: {"done": 1}, risk="read", scopes=("orders:read",))
    refused = call(kit.Caller(principal="alice"), quantity=1)
    assert refused["code"] == "insufficient_scope"
    assert "orders:read" in refused["message"]
    assert call(kit.Caller(principal="alice", scopes=frozenset({"orders:read"})), quantity=1)["ok"] is True
    assert call(quantity=1)["ok"] is True


def test_what_changes_something_is_refused_where_it_cannot_be_written_down(make: Make, tmp_path: Path) -> None:
    """Nothing is done without its record; a read goes on."""
    allow(tmp_path)
    (tmp_path / "audit").write_text("no folder", encoding="utf-8")
    run, counts = counting()
    refused = make(run)(**BOOK)
    assert (refused["code"], refused["retryable"]) == ("audit_unavailable", True)
    assert not counts
    assert make(lambda _args, _context: {"done": 1}, risk="read")(quantity=1)["ok"] is True


def test_the_log_is_a_chain_without_values(make: Make, tmp_path: Path) -> None:
    """Each record holds the hash of the one before it, over its own canonical JSON."""
    allow(tmp_path)
    make(counting()[0])(**BOOK)
    (file,) = (tmp_path / "audit").glob("*.ndjson")
    prev = "0" * 64
    kinds = []
    for seq, line in enumerate(file.read_text(encoding="utf-8").splitlines()):
        record = json.loads(line)
        told = record.pop("hash")
        content = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert (record["seq"], record["prev"]) == (seq, prev)
        assert told == hashlib.sha256(content.encode()).hexdigest()
        prev = told
        kinds.append(record["kind"])
        assert "value" not in json.dumps(record.get("parameters"))
    assert kinds == ["start", "intent", "outcome"]


@pytest.mark.parametrize("torn", ['{"kind":"out', "\0" * 9, "[" * 99_999 + "\n"], ids=["half", "zeros", "deep"])
def test_a_torn_last_line_is_moved_aside_and_told_of(make: Make, tmp_path: Path, torn: str) -> None:
    """The chain goes on after the last whole record."""
    allow(tmp_path)
    call = make(counting()[0])
    call(**BOOK)
    (file,) = (tmp_path / "audit").glob("*.ndjson")
    with file.open("a", encoding="utf-8") as stream:
        stream.write(torn)
    call(**{**BOOK, "step_id": "more"})
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [record["seq"] for record in records] == list(range(len(records)))
    assert "recovered" in {record["kind"] for record in records}
