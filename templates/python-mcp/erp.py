"""The ERP behind the tools, asked on behalf of the caller.

The adapter has a credential of its own (ERP_TOKEN) and says in X-On-Behalf-Of for whom it asks, so the ERP decides what
that person may see. The caller's token is meant for this adapter: it is never passed on, and nothing here can see it.
"""

import http.client
import json
import os
import socket
import threading
import time
from typing import Any
from urllib.parse import quote, urlsplit

from pydantic_core import from_json

import kit

TIMEOUT_S = 8  # Three tries end before clients give up, which many do after 30 s.
MAX_BYTES = 1 << 20

Record = dict[str, Any]


def order(caller: kit.Caller, order_id: str) -> Record:
    """The record of one of the caller's orders, as the ERP has it. Whose else an order is, nobody learns."""
    return found(ask(caller, "GET", f"/orders/{quote(order_id, safe='')}"), order_id)


def book_return(caller: kit.Caller, order_id: str, quantity: int, reason: str, reference: str) -> Record:
    """Books a return, in an effect only: an error that is no ToolError says that nobody knows whether it was booked.

    By its reference a person finds in the ERP what became of a call that ended without an answer.
    """
    wish = {"vbeln": order_id, "kwmeng": quantity, "reason": reason, "xblnr": reference}
    return found(ask(caller, "POST", "/returns", wish), order_id)


def found(answer: Record | None, order_id: str) -> Record:
    if answer is None:
        raise kit.ToolError("order_not_found", f"there is no order {json.dumps(order_id)}: ask the user for its number")
    return answer


def ask(caller: kit.Caller, method: str, path: str, body: Record | None = None) -> Record | None:
    """One request; gives the record of the answer, None for a 404. Redirects are answers too, and are not followed."""
    base = urlsplit(os.environ["ERP_URL"])
    kind = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
    connection = kind(base.netloc, timeout=TIMEOUT_S)
    headers = {
        "Authorization": f"Bearer {os.environ['ERP_TOKEN']}",
        "X-On-Behalf-Of": subject(caller),
        "Content-Type": "application/json",
    }
    try:
        connect(connection)
        # The time-out of a socket begins again with every byte, and an answer that was cut may look whole.
        ends = time.monotonic() + TIMEOUT_S
        limit = threading.Timer(TIMEOUT_S, connection.sock.shutdown, [socket.SHUT_RDWR])
        limit.start()
        try:
            connection.request(method, base.path.rstrip("/") + path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            text = answer.read(MAX_BYTES + 1)
        finally:
            limit.cancel()
        if time.monotonic() >= ends:
            raise TimeoutError
        return judged(answer.status, text, method)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if method != "GET":
            raise  # It was sent: whether it took effect, nobody knows.
        if isinstance(error, ValueError):
            raise kit.ToolError("backend_failed", "the answer of the ERP cannot be understood") from error
        raise kit.ToolError("backend_timeout", "the ERP did not answer, ask later", retryable=True) from error
    finally:
        connection.close()


def connect(connection: http.client.HTTPConnection) -> None:
    """By itself, because nothing was sent when it fails."""
    try:
        connection.connect()
    except OSError as error:
        raise kit.ToolError("backend_unreachable", "the ERP cannot be reached, ask later", retryable=True) from error


def subject(caller: kit.Caller) -> str:
    """Who the ERP is told. The person at this machine is ERP_USER there."""
    name = os.environ.get("ERP_USER", "") if caller.principal == "local" else caller.principal
    if not (name.isascii() and name.isprintable() and name.strip() == name != ""):
        raise kit.ToolError("backend_refused", "the ERP cannot be told who asks: this caller has no name there")
    return name


def judged(status: int, text: bytes, method: str) -> Record | None:
    """The record in an answer; what the ERP says of its own failures is not for the model."""
    if status in (200, 201):
        # Stricter than json.loads, which takes half of a character, and numbers that are none: no result can hold them.
        record = from_json(text, allow_inf_nan=False)
        if not isinstance(record, dict):
            raise ValueError("the ERP sent something else than a record")
        return record
    if status == 404:
        return None
    if status in (401, 403):
        raise kit.ToolError("backend_refused", "the ERP refuses this caller: a person has to give them the right there")
    if method != "GET" and not (400 <= status < 500 or status == 503):
        raise ConnectionError(f"the ERP answered {status}")  # It does not say no, so it may have done it.
    raise kit.ToolError("backend_failed", f"the ERP answered {status}", retryable=status in (429, 502, 503, 504))
