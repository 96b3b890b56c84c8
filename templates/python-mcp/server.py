"""Starts the adapter: `server.py` serves stdio, `server.py --http [PORT]` Streamable HTTP on 127.0.0.1.

What the variables of the environment mean stands in the README.
"""

import argparse
import os
import signal
import socket
import threading
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

import kit
from adapter import AdapterServer, create_server
from fixtures.erp import Erp
from tokens import Answers, JwtVerifier
from tools import TOOLS

GRACE_S = 3
CLOSE_S = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description="Serves over stdio, or over Streamable HTTP on 127.0.0.1.")
    parser.add_argument("--http", metavar="PORT", type=int, nargs="?", const=5000, help="serve HTTP; 0: any free port")
    port: int | None = parser.parse_args().http
    wrong = what_is_wrong()
    if wrong:
        parser.error(wrong)
    if "ERP_URL" not in os.environ:
        os.environ.update(Erp().environment())
        kit.log("ERP_URL is not set: using the small ERP of fixtures/erp.py")
    if port is None:
        serve_stdio(create_server())
        return
    try:
        listener = socket.create_server(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        parser.error(f"port {port} of 127.0.0.1 cannot be used: {error}")
    serve_http(listener)


def what_is_wrong() -> str | None:
    """Refuses at the start what would fail at a call, or let in whom nobody meant to let in."""
    given = os.environ
    for name in ("ERP_URL", "OAUTH_ISSUER", "OAUTH_JWKS", "PUBLIC_URL"):
        if name in given and not is_url(given[name]):
            return f"{name} is {given[name]!r}: it must be a URL that begins with https:// or http://"
    token = given.get("ERP_TOKEN", "")
    if "ERP_URL" in given and not (token and token.isascii() and token.isprintable()):
        return "ERP_URL is set and ERP_TOKEN is not, or no header can carry it: set it to the adapter's own credential"
    if ("OAUTH_ISSUER" in given) != ("OAUTH_JWKS" in given):
        return "set both OAUTH_ISSUER and OAUTH_JWKS, or neither"
    if "PUBLIC_URL" in given and "OAUTH_ISSUER" not in given:
        return "PUBLIC_URL is set and OAUTH_ISSUER is not: without tokens, everybody there would be the person here"
    return None


def is_url(text: str) -> bool:
    try:
        url = urlsplit(text)
        return url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0
    except ValueError:
        return False


def serve_stdio(server: AdapterServer) -> None:
    """Until the client closes stdin, or a signal."""

    def stop(*_: Any) -> None:
        # By a thread, because the signal may have come in the middle of closing, which then never ends here.
        closing = threading.Thread(target=server.adapter.close, daemon=True)
        closing.start()
        closing.join(CLOSE_S)
        # Another thread waits for the next line of stdin, so an orderly end would wait for the client.
        os._exit(0)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    server.run("stdio")


def serve_http(listener: socket.socket) -> None:
    """Until a signal; requests under way have GRACE_S to end."""
    local = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
    url = os.environ.get("PUBLIC_URL") or local  # As clients know it.
    verifier = None
    if "OAUTH_ISSUER" in os.environ:
        audience = os.environ.get("OAUTH_AUDIENCE") or url
        verifier = JwtVerifier(os.environ["OAUTH_ISSUER"], os.environ["OAUTH_JWKS"], audience)
    server = create_server(verifier, url)
    # Sessions of older clients stay on: without them the SDK runs 2026-07-28 requests under an older header.
    app = server.streamable_http_app(json_response=True, transport_security=guard(url))
    app.add_middleware(Answers, wanted=" ".join(sorted({scope for tool in TOOLS for scope in tool.scopes})))
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_S)
    kit.log(f"listening at {local}")
    uvicorn.Server(config).run(sockets=[listener])


def guard(url: str) -> TransportSecuritySettings:
    """Which Host and Origin may reach it: a page that a browser was tricked into loading must not (DNS rebinding)."""
    own = urlsplit(url)
    return TransportSecuritySettings(
        allowed_hosts=["127.0.0.1:*", "localhost:*", own.netloc],
        allowed_origins=["http://127.0.0.1:*", "http://localhost:*", f"{own.scheme}://{own.netloc}"],
    )


if __name__ == "__main__":
    main()
