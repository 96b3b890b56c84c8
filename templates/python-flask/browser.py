"""Environments of a real browser, with `BROWSER=playwright`: each has a browser context, so a cookie jar, of its own.

Pages reach only the hosts that `BROWSER_HOSTS` names (`shop.example,login.shop.example`): no redirect and no script
gets anywhere else, such as into the network that this machine stands in. A browser lives in one process: serve with one
worker.
"""

import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import kit
from pages import Control, Page, parse

Value = TypeVar("Value")

REGIONS = ("local",)
MAX_ENVIRONMENTS = 10
IDLE_S = 3600
PAGE_MS = 15_000
WAIT_S = 60


@dataclass
class Opened:
    """A page of a browser context."""

    owner: str
    page: Any
    used: float


class BrowserEnvironments:
    """All environments of this process. Playwright wants to be spoken to by one thread, so that one does it all."""

    def __init__(self) -> None:
        self._hosts = [host for host in os.environ.get("BROWSER_HOSTS", "").split(",") if host]
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="browser")
        self._opened: dict[str, Opened] = {}
        self._playwright: Any = None
        self._browser: Any = None

    def make(self, owner: str, region: str, purpose: str) -> str:
        """Make one and give its id. Raises ToolError."""
        if region not in REGIONS:
            raise kit.ToolError("region_unknown", f"there is no such region: there is {', '.join(REGIONS)}")
        env_id = f"env-{secrets.token_hex(6)}"
        self.do(lambda: self._make(env_id, owner))
        kit.log(f"{env_id} is for {purpose}")
        return env_id

    def has(self, env_id: str) -> bool:
        """Tell whether it is there."""
        return env_id in self._opened

    def get(self, env_id: str, owner: str) -> "BrowserEnvironment":
        """Give the caller's own environment. Raises ToolError; whose it is, nobody else learns."""
        opened = self._opened.get(env_id)
        if opened is None or opened.owner != owner:
            raise kit.ToolError("env_unknown", "there is no such environment (any more): call prepare_environment")
        opened.used = time.monotonic()
        return BrowserEnvironment(opened.page, self._hosts, self.do)

    def release(self, env_id: str, owner: str) -> bool:
        """End one; False when there was none."""
        if not self.has(env_id):
            return False
        self.get(env_id, owner)
        return self.do(lambda: self._release(env_id))

    def close(self) -> None:
        """End the browser, and with it every environment."""
        self.do(self._close)
        self._thread.shutdown()

    def do(self, work: Callable[[], Value]) -> Value:
        """Run work on the thread of the browser."""
        return self._thread.submit(work).result(WAIT_S)

    def _make(self, env_id: str, owner: str) -> None:
        for idle in [each for each, opened in self._opened.items() if time.monotonic() - opened.used > IDLE_S]:
            self._opened.pop(idle).page.context.close()
        if len(self._opened) >= MAX_ENVIRONMENTS:
            message = f"there are {MAX_ENVIRONMENTS} environments already: release one that is not needed any longer"
            raise kit.ToolError("too_many_environments", message, retryable=True)
        browser = self._launched()
        try:
            context = browser.new_context()
        except Exception as error:
            # Only now is it seen that the browser has crashed.
            message = "the browser had ended: call again, and another one is started"
            raise kit.ToolError("browser_ended", message, retryable=True) from error
        context.set_default_timeout(PAGE_MS)
        self._opened[env_id] = Opened(owner, context.new_page(), time.monotonic())

    def _release(self, env_id: str) -> bool:
        opened = self._opened.pop(env_id, None)
        if opened is not None:
            opened.page.context.close()
        return opened is not None

    def _close(self) -> None:
        self._opened.clear()
        if self._playwright is not None:
            self._playwright.stop()

    def _launched(self) -> Any:
        """Give a browser that reaches only the hosts. Raises ToolError."""
        if self._browser is not None and self._browser.is_connected():
            return self._browser
        # What belonged to a browser that crashed is gone with it.
        self._opened.clear()
        # Below every page, script and redirect: what is not listed has no address, and no proxy finds one for it.
        rules = ", ".join(["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in self._hosts)])
        args = [f"--host-resolver-rules={rules}", "--no-proxy-server"]
        try:
            if self._playwright is None:
                from playwright.sync_api import sync_playwright

                self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(args=args)
        except Exception as error:
            message = "there is no browser: pip install playwright, then playwright install chromium"
            raise kit.ToolError("browser_missing", message) from error
        return self._browser


class BrowserEnvironment:
    """One environment, as the tools see it."""

    def __init__(self, page: Any, hosts: list[str], do: Callable[[Callable[[], Page]], Page]) -> None:
        self._page = page
        self._hosts = hosts
        self._do = do

    def open(self, url: str) -> Page:
        """Open the page at an address. Raises ToolError."""
        if urlsplit(url).hostname not in self._hosts:
            raise kit.ToolError("host_not_allowed", f"pages of {', '.join(self._hosts) or 'no host'} can be opened")

        def work() -> Page:
            try:
                self._page.goto(url, wait_until="domcontentloaded")
            except Exception as error:
                message = "the page cannot be reached, or leads to a host that is not allowed"
                raise kit.ToolError("page_unreachable", message, retryable=True) from error
            return self._seen()

        return self._do(work)

    def page(self) -> Page:
        """Give the page that is open."""
        return self._do(self._seen)

    def click(self, control: Control) -> Page:
        """Click it, and wait for what it leads to."""

        def work() -> Page:
            self._page.get_by_role(control.role, name=control.name, exact=True).click()
            self._page.wait_for_load_state("domcontentloaded")
            return self._seen()

        return self._do(work)

    def _seen(self) -> Page:
        if self._page.url == "about:blank":
            raise kit.ToolError("no_page", "no page is open in this environment yet: call open_page first")
        return parse(self._page.url, self._page.content())
