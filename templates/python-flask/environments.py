"""The environments in which tasks work: here of the pages in fixtures/pages, without browser and network.

An environment is a file of the state folder, which holds its history: who it is for, and a line for each page that was
opened. Lines are only added, so several processes can serve one environment. browser.py has the same with a browser.
"""

import contextlib
import json
import os
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kit
from pages import Control, Page, parse

PAGES = Path(__file__).parent / "fixtures" / "pages"
SITE = "https://shop.test/"
REGIONS = ("DE", "US-CA")
MAX_ENVIRONMENTS = 20
MAX_BYTES = 256 * 1024
IDLE_S = 3600
"""An environment that nobody used for so long has ended."""


@dataclass(frozen=True)
class Environment:
    """One environment."""

    file: Path

    def open(self, url: str) -> Page:
        """Open the page at an address. Raises ToolError."""
        page = load(url)
        self._note({"opened": url})
        return page

    def page(self) -> Page:
        """Give the page that is open. Raises ToolError."""
        opened = history(self.file)[-1].get("opened")
        if opened is None:
            raise kit.ToolError("no_page", "no page is open in this environment yet: call open_page first")
        return load(opened)

    def click(self, control: Control) -> Page:
        """Follow a link, or send the form of a button. Raises ToolError."""
        page = load(control.leads_to)
        self._note({"clicked": control.name, "opened": control.leads_to})
        return page

    def _note(self, line: dict[str, Any]) -> None:
        # Without O_CREAT: what was released meanwhile does not come back.
        try:
            descriptor = os.open(self.file, os.O_WRONLY | os.O_APPEND)
        except FileNotFoundError:
            raise unknown() from None
        with open(descriptor, "a", encoding="utf-8") as stream:
            if os.fstat(descriptor).st_size > MAX_BYTES:
                raise kit.ToolError("environment_worn_out", "too much was done here: prepare another environment")
            stream.write(json.dumps(line) + "\n")


class Environments:
    """All environments of the state folder."""

    def make(self, owner: str, region: str, purpose: str) -> str:
        """Make one and give its id. Raises ToolError."""
        if region not in REGIONS:
            raise kit.ToolError("region_unknown", f"there is no such region: there is {', '.join(REGIONS)}")
        folder = kit.state_folder() / "environments"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in folder.iterdir():
            # Another process may have removed it by now.
            with contextlib.suppress(FileNotFoundError):
                if time.time() - file.stat().st_mtime > IDLE_S:
                    file.unlink()
        if len(list(folder.iterdir())) >= MAX_ENVIRONMENTS:
            message = f"there are {MAX_ENVIRONMENTS} environments already: release one that is not needed any longer"
            raise kit.ToolError("too_many_environments", message, retryable=True)
        env_id = f"env-{secrets.token_hex(6)}"
        head = json.dumps({"owner": owner, "region": region, "purpose": purpose})
        (folder / env_id).write_text(f"{head}\n", encoding="utf-8")
        return env_id

    def has(self, env_id: str) -> bool:
        """Tell whether it is there."""
        return file_of(env_id).exists()

    def get(self, env_id: str, owner: str) -> Environment:
        """Give the caller's own environment. Raises ToolError; whose it is, nobody else learns."""
        file = file_of(env_id)
        if history(file)[0].get("owner") != owner:
            raise unknown()
        return Environment(file)

    def release(self, env_id: str, owner: str) -> bool:
        """End one; False when there was none."""
        if not self.has(env_id):
            return False
        self.get(env_id, owner).file.unlink(missing_ok=True)
        return True


def file_of(env_id: str) -> Path:
    """Name the file of an environment; the pattern in declarations.py keeps it in the folder."""
    return kit.state_folder() / "environments" / env_id


def history(file: Path) -> list[dict[str, Any]]:
    """Read what was done in an environment. Raises ToolError."""
    try:
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except FileNotFoundError:
        raise unknown() from None


def unknown() -> kit.ToolError:
    """Say that there is no such environment, or none for this caller."""
    return kit.ToolError("env_unknown", "there is no such environment (any more): call prepare_environment")


def load(url: str) -> Page:
    """Read a page of the fixture site. Raises ToolError."""
    path = urlsplit(url).path.removeprefix("/")
    file = PAGES / path
    if not url.startswith(SITE) or not re.fullmatch(r"[a-z0-9-]+\.html", path) or not file.is_file():
        raise kit.ToolError("page_not_found", f"there is no such page: {SITE}orders.html is where the shop begins")
    return parse(url, file.read_text(encoding="utf-8"))
