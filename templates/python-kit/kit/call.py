"""One call on its way: arguments, scopes, grant, idempotency, use of the grant, audit, the tool itself, its output."""

import hashlib
import secrets
import time
import uuid
from collections.abc import Callable
from typing import Any

from .context import Caller, Context
from .envelope import RESERVED
from .errors import NotGranted, ToolError, not_won, outcome_unknown, unavailable
from .files import canonical
from .grant_record import Grant
from .grants import Wish
from .log import incident, log
from .records import event_of, outcome_of
from .schemas import plain, problems_in
from .state import State
from .steps import Steps
from .tool import Tool

MAX_RESULT_BYTES = 256 * 1024
MAX_MESSAGE = 1_000
MAX_GRANTS = 5

Envelope = dict[str, Any]


class Call:
    """What is known of a call; each stage adds to it, or refuses by raising a ToolError."""

    def __init__(self, tool: Tool, caller: Caller, state: State) -> None:
        self.tool = tool
        self.caller = caller
        self.state = state
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
        except (ValueError, RecursionError) as error:
            raise ToolError("invalid_arguments", str(error)) from None
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
        about = {"principal": self.caller.principal, "tool": self.tool.name, "task": self.task}
        digest = hashlib.sha256(canonical(self.args)).hexdigest()
        tasks = self.state.tasks
        with unavailable("state_unavailable", "the state folder cannot be written, so nothing was done"):
            claim = tasks.claim(self._key, about, digest, not self.tool.changes, self.tool.holds)
        if claim.kind == "finished":
            return {**claim.record["outcome"]["envelope"], "replayed": True}
        if claim.kind != "won":
            raise not_won(claim.kind, self.tool.idempotency)
        envelope = self._answered(self._executed)
        # A refusal is no outcome: with another grant the same call may go through.
        is_outcome = not envelope["retryable"] and not (self._refused and self.steps.effects == "none")
        try:
            tasks.finish(self._key, claim, envelope if is_outcome else None)
        except OSError as error:
            log(f"the outcome of {self.tool.name} ({envelope['code']}, call {self.id}) could not be kept: {error}")
        return envelope

    def _executed(self) -> Envelope:
        """Do it: under a grant, and announced in the audit log, if it changes anything."""
        if self.tool.changes:
            with unavailable("state_unavailable", "the grant cannot be used up on disk, so nothing was done"):
                self._use_grant()
            with unavailable("audit_unavailable", "the audit log cannot be written, so nothing was done"):
                self.state.audit.sync(event_of(self, "intent"))
        self._confirm_grant()
        context = Context(self.caller, self.task, self.args.get("step_id"), self.steps)
        self._begun = True
        try:
            return self._checked(self.tool.run(self.args, context))
        except Exception as error:
            is_told = isinstance(error, ToolError) and error.code == "outcome_unknown"
            if self.steps.effects == "unknown" and not is_told:
                raise outcome_unknown(self.tool.name) from error
            raise

    def _use_grant(self) -> None:
        """Take one use; where others took the last one, or a person revoked it, there may be another grant."""
        for tried in range(1, MAX_GRANTS + 1):
            try:
                if self.grant is not None:
                    self.state.grants.use(self.grant, self._wish())
                return
            except NotGranted:
                if tried == MAX_GRANTS:
                    raise
            self.grant = self.state.grants.find(self._wish())

    def _confirm_grant(self) -> None:
        if self.grant is not None:
            self.state.grants.confirm(self.grant, self._wish())

    def _wish(self) -> Wish:
        return Wish(self.caller.principal, self.task or "", self.tool.name, self._key)

    def _checked(self, fields: Any) -> Envelope:
        """Judge what the tool returned: it must be what it promised, and small. A fault here is the author's."""
        problems = problems_in(self.tool.fields, fields, "it")
        if problems:
            raise ValueError(f"{self.tool.name} returned what its output schema does not allow: {'; '.join(problems)}")
        taken = RESERVED & fields.keys()
        if taken:
            raise ValueError(f"{self.tool.name} returned {', '.join(sorted(taken))}, which the envelope keeps")
        envelope = {**self._envelope("ok"), **fields}
        size = len(canonical(envelope))
        if size > MAX_RESULT_BYTES:
            message = (
                f"the result has {size} bytes, and at most {MAX_RESULT_BYTES} are answered: ask for less at a time"
            )
            raise ToolError("result_too_large", message)
        return envelope

    def _answered(self, work: Callable[[], Envelope]) -> Envelope:
        """Put whatever happens inside into an envelope; raw text of an exception never reaches the caller."""
        try:
            return work()
        except ToolError as error:
            self._refused = self._refused or isinstance(error, NotGranted)
            if error.__cause__ is not None:
                log(f"{self.tool.name}: {error.code}: {error.__cause__!r}")
            # Once something took effect, doing it all again would do it twice.
            retryable = error.retryable and self.steps.effects == "none"
            return {**error.data, **self._envelope(error.code, retryable), "message": error.message[:MAX_MESSAGE]}
        except (Exception, SystemExit) as error:
            done = "" if self.steps.effects == "none" else " after something had taken effect"
            message = f"the adapter failed unexpectedly{done}; its log has the details under this incident"
            return {**self._envelope("internal"), "message": message, "incident": incident(self.tool.name, error)}

    def _envelope(self, code: str, retryable: bool = False) -> Envelope:
        task = {} if self.task is None else {"task_id": self.task}
        elapsed = round((time.monotonic() - self._started) * 1000)
        head = {"ok": code == "ok", "code": code, "retryable": retryable, "attempts": self.steps.attempts}
        return {**head, **task, "elapsed_ms": elapsed}
