"""MCP: what a JSON-RPC message is answered with, in every revision. No state is kept between requests."""

import base64
import binascii
from typing import Any

from werkzeug.datastructures import Headers

import kit

LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
MODERN = "2026-07-28"
"""From here on there is no handshake: each request says its revision, in a header and in `_meta`."""

META = "io.modelcontextprotocol/"
MAX_BATCH = 20

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022

Message = dict[str, Any]


class Refused(Exception):
    """A protocol error: its JSON-RPC code, and the HTTP status under which it is told."""

    def __init__(self, status: int, code: int, message: str, data: Message | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.error = {"code": code, "message": message, **({} if data is None else {"data": data})}


class Server:
    """Answers messages for an adapter."""

    def __init__(self, adapter: kit.Adapter) -> None:
        self._adapter = adapter
        self._info = {"name": adapter.name, "version": adapter.version}
        # The state folder is where the toolkit expects it: grants, tasks and the audit log.
        self._capabilities = {"tools": {}, "experimental": {"mcp-adapter": {"state": 1}}}

    def answer(self, message: Any, headers: Headers) -> tuple[int, Any]:
        """Give the HTTP status and the body for what was posted; None for no body."""
        if not isinstance(message, list):
            return self._answer_one(message, headers)
        version = headers.get("MCP-Protocol-Version", "2025-03-26")
        if version != "2025-03-26" or not 1 <= len(message) <= MAX_BATCH or any(map(is_modern, message)):
            error = f"a body is one message; under 2025-03-26 it may be a list of 1 to {MAX_BATCH}"
            return 400, response(None, error={"code": INVALID_REQUEST, "message": error})
        answers = [body for _, body in (self._answer_one(each, headers) for each in message) if body is not None]
        return (200, answers) if answers else (202, None)

    def _answer_one(self, message: Any, headers: Headers) -> tuple[int, Message | None]:
        request_id = None
        try:
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                raise Refused(400, INVALID_REQUEST, 'a message is an object with "jsonrpc": "2.0"')
            if "method" not in message and ("result" in message or "error" in message):
                return 202, None
            request_id = id_of(message)
            method, params = message.get("method"), message.get("params", {})
            if not isinstance(method, str) or not isinstance(params, dict):
                raise Refused(400, INVALID_REQUEST, "a message has a method, and its params are an object")
            if "id" not in message:
                return 202, None
            if is_modern(message) or headers.get("MCP-Protocol-Version") == MODERN:
                agent = check_modern(method, params, headers)
                return 200, response(request_id, result=self._modern(method, params, agent))
            version = headers.get("MCP-Protocol-Version")
            if version is not None and version not in LEGACY:
                raise Refused(400, INVALID_REQUEST, f"MCP-Protocol-Version is one of {', '.join((MODERN, *LEGACY))}")
            return 200, response(request_id, result=self._legacy(method, params))
        except Refused as refused:
            return refused.status, response(request_id, error=refused.error)

    def _legacy(self, method: str, params: Message) -> Message:
        if method == "initialize":
            asked = params.get("protocolVersion")
            version = asked if asked in LEGACY else LEGACY[0]
            return {"protocolVersion": version, "capabilities": self._capabilities, "serverInfo": self._info}
        if method == "ping":
            return {}
        result = self._tools(method, params, "")
        if result is None:
            raise Refused(200, METHOD_NOT_FOUND, "there is no such method")
        return result

    def _modern(self, method: str, params: Message, agent: str) -> Message:
        if method == "server/discover":
            result: Message | None = {"supportedVersions": [MODERN], "capabilities": self._capabilities}
        else:
            result = self._tools(method, params, agent)
        if result is None:
            raise Refused(404, METHOD_NOT_FOUND, "there is no such method")
        # Lists are not to be kept: a new version of the adapter may serve the next request.
        cache = {} if method == "tools/call" else {"ttlMs": 0, "cacheScope": "private"}
        meta = {**result.get("_meta", {}), f"{META}serverInfo": self._info}
        return {**result, **cache, "resultType": "complete", "_meta": meta}

    def _tools(self, method: str, params: Message, agent: str) -> Message | None:
        if method == "tools/list":
            if params.get("cursor") is not None:
                raise Refused(200, INVALID_PARAMS, "there is no such cursor: the list has one page")
            return {"tools": self._adapter.declarations()}
        if method != "tools/call":
            return None
        name = params.get("name")
        if not isinstance(name, str) or name not in self._adapter.tools:
            raise Refused(200, INVALID_PARAMS, "there is no such tool: tools/list has their names")
        return kit.result(self._adapter.call(name, params.get("arguments"), kit.Caller(agent=agent)))


def check_modern(method: str, params: Message, headers: Headers) -> str:
    """Hold a request to the rules of the stateless revision; gives the name of the client. Raises Refused."""
    meta = meta_of(params)
    version = meta.get(f"{META}protocolVersion")
    if not isinstance(version, str) or not isinstance(meta.get(f"{META}clientCapabilities"), dict):
        raise Refused(400, INVALID_PARAMS, f"_meta needs {META}protocolVersion and {META}clientCapabilities")
    must_match(headers, "MCP-Protocol-Version", version)
    if version != MODERN:
        data = {"supported": [MODERN], "requested": version}
        raise Refused(400, UNSUPPORTED_VERSION, "this revision is not supported", data)
    must_match(headers, "Mcp-Method", method)
    if method == "tools/call" and isinstance(params.get("name"), str):
        must_match(headers, "Mcp-Name", params["name"])
    client = meta.get(f"{META}clientInfo")
    name = client.get("name") if isinstance(client, dict) else None
    return name if isinstance(name, str) else ""


def must_match(headers: Headers, name: str, value: str) -> None:
    """Proxies route by headers, so each must say what the body says. Raises Refused."""
    if decoded(headers.get(name)) != value:
        raise Refused(400, HEADER_MISMATCH, f"the header {name} is missing, or differs from the body")


def decoded(header: str | None) -> str | None:
    """Give the text of a header value; what is no plain ASCII comes as =?base64?…?=."""
    text = None if header is None else header.strip(" \t")
    if text is None or not (text.startswith("=?base64?") and text.endswith("?=")):
        return text
    try:
        return base64.b64decode(text[9:-2], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None


def is_modern(message: Any) -> bool:
    """Tell whether a message names its revision itself."""
    params = message.get("params") if isinstance(message, dict) else None
    return f"{META}protocolVersion" in meta_of(params)


def meta_of(params: Any) -> Message:
    """Give `_meta`; empty where there is none."""
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def id_of(message: Message) -> str | int | None:
    """Give the id of a request, None for a notification. Raises Refused."""
    request_id = message.get("id")
    if "id" in message and (isinstance(request_id, bool) or not isinstance(request_id, str | int)):
        raise Refused(400, INVALID_REQUEST, "an id is a text or a whole number")
    return request_id


def response(request_id: str | int | None, **outcome: Message) -> Message:
    """Give a JSON-RPC response."""
    return {"jsonrpc": "2.0", "id": request_id, **outcome}
