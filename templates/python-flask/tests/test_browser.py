"""A real browser on the fixture pages: skipped where Playwright or its Chromium is not installed."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

import kit
from browser import BrowserEnvironment, BrowserEnvironments
from environments import PAGES

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


class Handler(SimpleHTTPRequestHandler):
    """Serves the pages; /away leads to a host that is not allowed."""

    def do_GET(self) -> None:  # noqa: N802
        """Answer."""
        if self.path != "/away":
            super().do_GET()
            return
        self.send_response(302)
        self.send_header("Location", f"http://localhost:{self.server.server_address[1]}/orders.html")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def site() -> Iterator[str]:
    """Serve the pages on this machine and give their address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(PAGES)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserEnvironment]:
    """Give an environment that reaches 127.0.0.1 only."""
    monkeypatch.setenv("BROWSER_HOSTS", "127.0.0.1")
    environments = BrowserEnvironments()
    try:
        env_id = environments.make("local", "local", "test")
    except kit.ToolError as error:
        pytest.skip(error.message)
    yield environments.get(env_id, "local")
    environments.close()


def test_a_link_is_followed_as_a_person_follows_it(site: str, environment: BrowserEnvironment) -> None:
    """By the words on it."""
    page = environment.open(f"{site}/orders.html")
    assert environment.click(page.control("link", "Order A-1001")).title == "Order A-1001"


def test_no_page_and_no_redirect_reaches_another_host(site: str, environment: BrowserEnvironment) -> None:
    """Not even by another name of the same machine."""
    with pytest.raises(kit.ToolError, match="can be opened"):
        environment.open(site.replace("127.0.0.1", "localhost"))
    with pytest.raises(kit.ToolError, match="cannot be reached"):
        environment.open(f"{site}/away")
