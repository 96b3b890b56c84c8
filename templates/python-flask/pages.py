"""A page as a person sees it: its text, and the buttons and links with the words on them."""

from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin

import kit

UNSEEN = {"script", "style", "title", "template", "noscript"}
BLOCKS = {"p", "h1", "h2", "h3", "li", "tr", "div", "form", "header", "main", "footer", "nav", "section"}


@dataclass(frozen=True)
class Control:
    """Something to click: its role, its words, and the address that it leads to."""

    role: str
    name: str
    leads_to: str


@dataclass(frozen=True)
class Page:
    """A page that is open."""

    url: str
    title: str
    text: str
    controls: list[Control]

    def control(self, role: str, name: str) -> Control:
        """Find the one control of that role and name. Raises ToolError."""
        wanted = (role, name.strip().casefold())
        found = [each for each in self.controls if (each.role, each.name.casefold()) == wanted]
        if not found:
            message = f"this page has no {role} of that name: describe_page lists what it has"
            raise kit.ToolError("target_not_found", message)
        if len(found) > 1:
            raise kit.ToolError("target_ambiguous", f"this page has {len(found)} {role}s of that name: ask the person")
        return found[0]


def parse(url: str, html: str) -> Page:
    """Read a page from its HTML."""
    reader = Reader(url)
    reader.feed(html)
    reader.close()
    lines = (" ".join(line.split()) for line in "".join(reader.text).split("\n"))
    return Page(url, " ".join("".join(reader.title).split()), "\n".join(filter(None, lines)), reader.controls)


class Reader(HTMLParser):
    """Collects what is seen."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.title: list[str] = []
        self.text: list[str] = []
        self.controls: list[Control] = []
        self._url = url
        self._unseen: str | None = None
        self._form = ""
        self._control: tuple[str, str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        values = dict(attrs)
        if tag in UNSEEN:
            self._unseen = tag
        elif tag == "form":
            self._form = values.get("action") or ""
        elif tag == "a" and values.get("href"):
            self._control = ("link", values["href"] or "", [])
        elif tag == "button":
            self._control = ("button", self._form, [])
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if tag == self._unseen:
            self._unseen = None
        if tag in ("a", "button") and self._control:
            role, target, words = self._control
            self.controls.append(Control(role, " ".join("".join(words).split()), urljoin(self._url, target)))
            self._control = None
        if tag in BLOCKS:
            self.text.append("\n")

    def handle_data(self, data: str) -> None:
        """Take words."""
        if self._unseen == "title":
            self.title.append(data)
        if self._unseen:
            return
        self.text.append(data)
        if self._control:
            self._control[2].append(data)
