"""HTTP: one endpoint, POST /mcp. Who may reach it, what a body may be, and the status of every answer."""

import json
import re
from typing import Any

from flask import Flask, Response, jsonify, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException

import kit
from protocol import INVALID_REQUEST, PARSE_ERROR, Server, response

ALLOWED_HOSTS = {"localhost", "127.0.0.1", "::1"}
"""Names by which clients, and pages, may call this adapter. Behind a proxy, add the name that it is known by."""

HOST = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
MAX_BODY_BYTES = 1024 * 1024

WORDS = {
    404: "nothing is served here: the endpoint is /mcp",
    405: "the endpoint is spoken to by POST: there are no streams and no sessions",
    413: f"the body has more than {MAX_BODY_BYTES} bytes",
}


def create_app(adapter: kit.Adapter) -> Flask:
    """Make the WSGI application of an adapter."""
    app = Flask(__name__)
    # One more, as a body without a length is cut off there: so it is seen that it was longer.
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES + 1
    # In the order in which they were made: a result begins with `ok` and `code`.
    app.json = OrderedJson(app)
    server = Server(adapter)

    @app.before_request
    def guard() -> tuple[Response, int] | None:
        # A web page can have a name that points to this machine (DNS rebinding): only names that are known get in.
        if host_in(f"http://{request.headers.get('Host', '')}") not in ALLOWED_HOSTS:
            return refuse(403, "this Host is not allowed: add it to ALLOWED_HOSTS in routing.py if clients use it")
        origins = request.headers.getlist("Origin")
        if any(host_in(origin) not in ALLOWED_HOSTS for origin in origins):
            return refuse(403, "this Origin is not allowed: add its host to ALLOWED_HOSTS in routing.py if it is yours")
        return None

    @app.post("/mcp")
    def mcp() -> tuple[Response | str, int]:
        if request.mimetype != "application/json":
            return refuse(415, "Content-Type must be application/json")
        if request.headers.get("Accept") and not request.accept_mimetypes.accept_json:
            return refuse(406, "Accept must include application/json")
        body = request.get_data()
        if len(body) > MAX_BODY_BYTES:
            return refuse(413, WORDS[413])
        try:
            message = json.loads(body.decode(), parse_constant=no_number)
        except (ValueError, RecursionError):
            return refuse(400, "the body is no JSON in UTF-8", PARSE_ERROR)
        status, answer = server.answer(message, request.headers)
        return ("", status) if answer is None else (jsonify(answer), status)

    @app.errorhandler(HTTPException)
    def failed(error: HTTPException) -> tuple[Response, int]:
        # Clients read JSON, not HTML.
        code = error.code or 500
        answer, status = refuse(code, WORDS.get(code, error.name))
        if code == 405:
            answer.headers["Allow"] = "POST"
        return answer, status

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[Response, int]:
        number = kit.incident("http", error)
        return refuse(500, f"the adapter failed unexpectedly; its log has the details under incident {number}")

    return app


class OrderedJson(DefaultJSONProvider):
    """JSON whose members stand as they were made."""

    sort_keys = False


def refuse(status: int, message: str, code: int = INVALID_REQUEST) -> tuple[Response, int]:
    """Answer with a JSON-RPC error that belongs to no request."""
    return jsonify(response(None, error={"code": code, "message": message})), status


def host_in(url: str) -> str | None:
    """Give the host name of `http://name:port`; None for what is anything else, or more."""
    found = HOST.fullmatch(url.lower())
    return found[1].strip("[]") if found else None


def no_number(word: str) -> Any:
    """Refuse NaN and Infinity, which Python reads and JSON does not know."""
    raise ValueError(word)
