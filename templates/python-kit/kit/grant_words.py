"""Why a call is not covered by a grant: a sentence for the model and its person, with the command that helps."""

import json
import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .grants import Wish


def why_not(wish: "Wish", flaw: str, grant: dict[str, Any]) -> str:
    """Say what is the matter with the grant that comes nearest, and what a person can do."""
    return f"{what(wish, flaw, grant)}; {help_for(wish, flaw)}"


def what(wish: "Wish", flaw: str, grant: dict[str, Any]) -> str:
    """Say what was seen."""
    action = f"{wish.tool} in task {json.dumps(wish.task)}"
    name = f"the grant {grant.get('id')} for {action}"
    calls = grant.get("max_calls")
    words = {
        "unreadable": f"whether a grant allows {action} cannot be known, because the grants cannot be read",
        "gone": f"{name} is gone or damaged",
        "revoked": f"{name} was revoked at {grant.get('revoked_at')}",
        "expired": f"{name} expired at {grant.get('expires_at')}",
        "early": f"{name} was made at {grant.get('created_at')}, which is still to come: the clock of this machine "
        "seems to have been set back",
        "used-up": f"{name} is used up: it allowed {calls} {'call' if calls == 1 else 'calls'}",
        "tool": f"the grant {grant.get('id')} does not cover {action}",
        "origin": f"{name} is limited to origins, and this tool names none",
    }
    # That somebody else has one is nobody's business: "principal" reads like "none".
    return words.get(flaw, f"no grant allows {action}")


def help_for(wish: "Wish", flaw: str) -> str:
    """Say what to do next."""
    if flaw == "unreadable":
        return "a person has to make the state folder readable for the adapter"
    if not wish.task.isprintable() or len(wish.task) > 200:
        return "no grant can be made for it: use a task_id of at most 200 printable characters"
    options = {"task": wish.task, "tools": wish.tool}
    if wish.principal != "local":
        options["principal"] = wish.principal
    words = [f"--{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}" for name, value in options.items()]
    return f"a person can allow it with: mcp-adapter grant add {' '.join(words)}"
