"""The adapter as a WSGI application, and served for development: `python app.py --port 5000`."""

import argparse
import atexit
import logging
import os
import signal
import threading

from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

import kit
from declarations import DECLARATIONS
from execution import HANDLERS, HOLDS
from routing import create_app

GRACE_S = 10


def create_adapter() -> kit.Adapter:
    """Join what the model reads of each tool and what the tool does."""
    tools = [kit.Tool(**each, run=HANDLERS[each["name"]], holds=HOLDS.get(each["name"])) for each in DECLARATIONS]
    return kit.Adapter("__NAME__", "0.1.0", tools)


adapter = create_adapter()
app = create_app(adapter)
atexit.register(adapter.close)


class Handler(WSGIRequestHandler):
    """One connection; who sends too slowly is cut off."""

    timeout = 30


def serve(port: int, until_stdin_ends: bool = False) -> None:
    """Serve on this machine only, until a signal comes, or stdin ends; calls in flight may end first."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedWSGIServer("127.0.0.1", port, app, handler=Handler)
    server.daemon_threads = False

    def stop(_signal: int, _frame: object) -> None:
        # A call that hangs does not keep the process: the alarm ends it.
        signal.alarm(GRACE_S)
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if until_stdin_ends:
        threading.Thread(target=wait_for_stdin, daemon=True).start()
    kit.log(f"listening at http://127.0.0.1:{server.port}/mcp")
    server.serve_forever(poll_interval=0.05)
    server.server_close()


def wait_for_stdin() -> None:
    """End as by a signal when whoever started this closes stdin, or is gone."""
    while os.read(0, 65536):
        pass
    signal.raise_signal(signal.SIGTERM)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Serves the adapter on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=5000)
    parser.add_argument("--until-stdin-ends", action="store_true", help="end when stdin is closed")
    args = parser.parse_args()
    if not 0 <= args.port < 65536:
        parser.error("a port is 0 (any free one) to 65535")
    serve(args.port, args.until_stdin_ends)
