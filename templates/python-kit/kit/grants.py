"""Grants: a person's temporary permission, made with `mcp-adapter grant add`.

Files `grants/<id>.json`, read anew at every question; `grants/<id>.uses/<n>.json` are the uses that were taken.
"""

import json
import re
from pathlib import Path

from .envelope import NotGranted
from .files import Damaged, create, instant, now, read_json
from .grant import Grant, Wish, flaw, is_grant, why_not
from .log import log

MAX_GRANTS = 1_000
MAX_BYTES = 64 * 1024


class Grants:
    """The grants of a state folder. What `use` raises beside NotGranted is the OSError."""

    def __init__(self, state: Path) -> None:
        self._folder = state / "grants"
        self._told: set[str] = set()

    def find(self, wish: Wish) -> Grant:
        """Find a grant for the call: the one it used before, else the one that ends soonest. Raises NotGranted."""
        try:
            grants = [grant for grant in self._all() if grant["task"] == wish.task and wish.tool in grant["tools"]]
            judged = [(flaw(grant, wish) or self._used_up(grant, wish), grant) for grant in grants]
            fitting = [grant for seen, grant in judged if seen is None]
            if fitting:
                return min(fitting, key=lambda each: (self._use_of(each, wish) is None, instant(each["expires_at"])))
        except OSError as error:
            log(f"the grants in {self._folder} cannot be read: {error}")
            raise NotGranted(why_not(wish, "unreadable", {})) from error
        # Told of the caller's own first, and of the newest.
        judged.sort(key=lambda each: (each[0] == "principal", -instant(each[1]["created_at"])))
        seen, grant = judged[0] if judged else (None, {})
        raise NotGranted(why_not(wish, seen or "none", grant))

    def use(self, grant: Grant, wish: Wish) -> None:
        """Take one use, which exactly one of all processes gets; whoever asks holds the key. Raises NotGranted."""
        current = self.confirm(grant, wish)
        if self._use_of(current, wish) is not None:
            return
        taken = set(self._numbers(current))
        use = json.dumps({"format": "mcp-adapter/use@1", "key": wish.key, "tool": wish.tool, "at": now()}).encode()
        for number in range(1, current["max_calls"] + 1):
            if number not in taken and create(self._uses(current) / f"{number}.json", use):
                return
        raise NotGranted(why_not(wish, "used-up", current))

    def confirm(self, grant: Grant, wish: Wish) -> Grant:
        """Look at a grant again, right before the effect: a person may have revoked it. Raises NotGranted."""
        current = self._read(self._folder / f"{grant['id']}.json")
        seen = flaw(current, wish) if current else "gone"
        if current is None or seen:
            raise NotGranted(why_not(wish, seen or "gone", current or grant))
        return current

    def _all(self) -> list[Grant]:
        try:
            files = [file for file in self._folder.iterdir() if re.fullmatch(r"[^.].*\.json", file.name)]
        except FileNotFoundError:
            return []
        newest = sorted(files, key=changed_at, reverse=True)[:MAX_GRANTS]
        return [grant for grant in map(self._read, newest) if grant]

    def _read(self, file: Path) -> Grant | None:
        """Give a grant; None for what is none that may be honoured, as files can be written by anybody."""
        try:
            grant: Grant = read_json(file, MAX_BYTES)
            if is_grant(grant) and file.name == f"{grant['id']}.json":
                return grant
            why = "it is not as a grant of this format is"
        except FileNotFoundError:
            return None
        except (Damaged, OSError) as error:
            why = str(error)
        # Said once, as it is read at every question.
        line = f"the grant {file} does not count: {why}"
        if line not in self._told and len(self._told) < MAX_GRANTS:
            self._told.add(line)
            log(line)
        return None

    def _used_up(self, grant: Grant, wish: Wish) -> str | None:
        is_repeated = self._use_of(grant, wish) is not None
        return "used-up" if not is_repeated and len(self._numbers(grant)) >= grant["max_calls"] else None

    def _use_of(self, grant: Grant, wish: Wish) -> int | None:
        for number in self._numbers(grant):
            try:
                use = read_json(self._uses(grant) / f"{number}.json", MAX_BYTES)
            except (Damaged, FileNotFoundError):
                continue
            if isinstance(use, dict) and use.get("key") == wish.key:
                return number
        return None

    def _numbers(self, grant: Grant) -> list[int]:
        """Give the uses that are taken; a damaged one is taken too."""
        try:
            names = [file.name for file in self._uses(grant).iterdir()]
        except FileNotFoundError:
            return []
        return sorted(int(name[:-5]) for name in names if re.fullmatch(r"[1-9][0-9]{0,3}\.json", name))

    def _uses(self, grant: Grant) -> Path:
        return self._folder / f"{grant['id']}.uses"


def changed_at(file: Path) -> float:
    """Tell when a file was changed; 0 for one that is gone by now."""
    try:
        return file.lstat().st_mtime
    except OSError:
        return 0
