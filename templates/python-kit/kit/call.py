"""One call on its way: arguments, scopes, grant, idempotency, use of the grant, audit, the tool itself, its output."""

import hashlib
import json
import secrets
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from .context import Caller, Context, Steps
from .envelope import ENVELOPE, NotGranted, ToolError, outcome_unknown, unavailable
from .files import canonical
from .grant import Grant, Wish
from .log import incident, log
from .records import event_of, outcome_of
from .schemas import plain, problems_in
from .tool import Tool

if TYPE_CHECKING:
    from .adapter import Adapter

MAX_RESULT_BYTES = 256 * 1024
MAX_MESSAGE = 1_000

Envelope = dict[str, Any]


class Call:
    """What is known of a call; each stage adds to it, or refuses by raising a ToolError."""

    def __init__(self, tool: Tool, caller: Caller, adapter: "Adapter") -> None:
        self.tool = tool
        self.caller = caller
        self.state = adapter
        self.id = str(uuid.uuid4())
        self.args: dict[str, Any] = {}
        self.task: str | None = None
        self.grant: Grant | None = None
        self.steps = Steps(tool.risk != "read", self._confirm_grant)
        self._key = self.id
        self._started = time.monotonic()
        self._begun = False
        self._refused = False

    def answer(self, arguments: Any) -> Envelope:
        """Take the call through the pipeline. Gives the envelope, whatever happens inside."""
        envelope = self._answered(lambda: self._admitted({} if arguments is None else arguments))
        if not (self._begun and self.tool.changes):
            self.state.audit.note(outcome_of(self, envelope))
            return envelope
        try:
            # A change is answered once the log says on disk what became of it.
            self.state.audit.sync(outcome_of(self, envelope))
        except (OSError, ValueError) as error:
            log(f"the outcome of {self.tool.name} ({envelope['code']}, call {self.id}) is not in the log: {error}")
        return envelope

    def _admitted(self, arguments: Any) -> Envelope:
        """Refuse what may not be done before anything is."""
        self._validate(arguments)
        missing = sorted(set(self.tool.scopes) - self.caller.scopes) if self.caller.principal != "local" else []
        if missing:
            message = f"{self.tool.name} needs the scope {', '.join(missing)}: sign in again and ask for it"
            raise ToolError("insufficient_scope", message)
        if self.tool.changes:
            self.grant = self.state.grants.find(self._wish())
        return self._once() if self.tool.idempotency else self._executed()

    def _validate(self, arguments: Any) -> None:
        try:
            args = plain(arguments)
        except ValueError as error:
            raise ToolError("invalid_arguments", f"the arguments {error}") from None
        problems = problems_in(self.tool.arguments, args, "the arguments")
        if problems:
            raise ToolError("invalid_arguments", "; ".join(problems))
        if "task_id" in self.tool.idempotency:
            # A task that has no name yet gets one, which the caller keeps for the rest of the task.
            args.setdefault("task_id", f"t-{secrets.token_hex(16)}")
        self.args = args
        self.task = args.get("task_id")
        if self.tool.idempotency:
            parts = [self.caller.principal, self.tool.name, *(args.get(name) for name in self.tool.idempotency)]
            self._key = hashlib.sha256(canonical(parts)).hexdigest()

    def _once(self) -> Envelope:
        """Execute a key once, however many callers and processes ask: the others are given the answer."""
        tasks, repeatable = self.state.tasks, not self.tool.changes
        digest = hashlib.sha256(canonical(self.args)).hexdigest()
        about = {"principal": self.caller.principal, "tool": self.tool.name, "task": self.task}
        with ExitStack() as key:
            with unavailable("state_unavailable", "the state folder cannot be written, so nothing was done"):
                key.enter_context(tasks.held(self._key))
                earlier = tasks.outcome(self._key, digest, repeatable)
                if earlier and (self.tool.holds is None or self.tool.holds(earlier)):
                    return {**earlier, "replayed": True}
                record = tasks.reserve(self._key, {**about, "arguments_hash": digest, "repeatable": repeatable})
            envelope = self._answered(self._executed)
            # A refusal is no outcome: with another grant the same call may go through.
            is_outcome = not envelope["retryable"] and not (self._refused and self.steps.effects == "none")
            try:
                tasks.finish(self._key, record, envelope if is_outcome else None)
            except OSError as error:
                log(f"the outcome of {self.tool.name} ({envelope['code']}, call {self.id}) was not kept: {error}")
            return envelope

    def _executed(self) -> Envelope:
        """Do it: under a grant, and announced in the audit log, if it changes anything."""
        if self.grant is not None:
            with unavailable("state_unavailable", "the grant cannot be used up on disk, so nothing was done"):
                self.state.grants.use(self.grant, self._wish())
            with unavailable("audit_unavailable", "the audit log cannot be written, so nothing was done"):
                self.state.audit.sync(event_of(self, "intent"))
        context = Context(self.caller, self.task, self.args.get("step_id"), self.steps)
        self._begun = True
        try:
            fields = self.tool.run(self.args, context)
            problems = problems_in(self.tool.fields, fields, "it")
            taken = [f"{name} is the envelope's" for name in ENVELOPE.keys() & fields.keys()] if not problems else []
            if problems or taken:
                raise ValueError(f"{self.tool.name} returned what it may not: {'; '.join(problems + taken)}")
        except Exception as error:
            is_told = isinstance(error, ToolError) and error.code == "outcome_unknown"
            if self.steps.effects == "unknown" and not is_told:
                raise outcome_unknown(self.tool.name) from error
            raise
        return {**self._head("ok"), **fields}

    def _confirm_grant(self) -> None:
        if self.grant is not None:
            self.state.grants.confirm(self.grant, self._wish())

    def _wish(self) -> Wish:
        return Wish(self.caller.principal, self.task or "", self.tool.name, self._key)

    def _answered(self, work: Callable[[], Envelope]) -> Envelope:
        """Put whatever happens inside into an envelope; raw text of an exception never reaches the caller."""
        try:
            try:
                return as_sent(work())
            except ToolError as error:
                self._refused = self._refused or isinstance(error, NotGranted)
                if error.__cause__ is not None:
                    log(f"{self.tool.name}: {error.code}: {error.__cause__!r}")
                # Once something took effect, doing it all again would do it twice.
                head = self._head(error.code, error.retryable and self.steps.effects == "none")
                return as_sent({**error.data, **head, "message": error.message[:MAX_MESSAGE]})
        # A person's Ctrl-C. Anything else that a tool lets out, an exit too, must not end the server.
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            done = "" if self.steps.effects == "none" else " after something had taken effect"
            message = f"the adapter failed unexpectedly{done}; its log has the details under this incident"
            return {**self._head("internal"), "message": message, "incident": incident(self.tool.name, error)}

    def _head(self, code: str, retryable: bool = False) -> Envelope:
        task = {} if self.task is None else {"task_id": self.task}
        elapsed = round((time.monotonic() - self._started) * 1000)
        head = {"ok": code == "ok", "code": code, "retryable": retryable, "attempts": self.steps.attempts}
        return {**head, **task, "elapsed_ms": elapsed}


def as_sent(envelope: Envelope) -> Envelope:
    """Give what the reader of its JSON gets. Raises ToolError for what is too long, and others for what is none."""
    # Half of a character, which no UTF-8 can hold, becomes a question mark.
    raw = json.dumps(envelope, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")
    if len(raw) > MAX_RESULT_BYTES:
        size = f"the result has {len(raw)} bytes, and at most {MAX_RESULT_BYTES} are answered"
        raise ToolError("result_too_large", f"{size}: ask for less at a time")
    sent: Envelope = json.loads(raw)
    return sent
