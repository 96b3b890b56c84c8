"""What each tool does. The words and bounds that the model reads are in declarations.py, under the same name."""

import os
from collections.abc import Callable
from typing import Any

import kit
from browser import BrowserEnvironments
from environments import Environments
from pages import Page

MAX_CONTROLS = 50

environments = BrowserEnvironments() if os.environ.get("BROWSER") == "playwright" else Environments()


def prepare_environment(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Make an environment for the task; when nobody released the earlier one, the pipeline has answered already."""
    region, purpose = args["region"], args["purpose"]
    owner = context.caller.principal
    made = context.steps.effect("make_environment", lambda: environments.make(owner, region, purpose))
    return {"env_id": made, "region": region, "purpose": purpose}


def open_page(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Go to an address."""
    environment = environments.get(args["env_id"], context.caller.principal)
    return seen(context.steps.run("open", lambda: environment.open(args["url"]), retries=2))


def describe_page(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Tell what a person would see, within bounds."""
    environment = environments.get(args["env_id"], context.caller.principal)
    page = context.steps.run("read", environment.page)
    most = args.get("max_characters", 5000)
    controls = [{"role": control.role, "name": control.name} for control in page.controls[:MAX_CONTROLS]]
    truncated = len(page.text) > most or len(page.controls) > MAX_CONTROLS
    return {
        **seen(page),
        "text": page.text[:most],
        "controls": controls,
        "count": len(controls),
        "truncated": truncated,
    }


def click(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Find first, which changes nothing; then click, once."""
    environment = environments.get(args["env_id"], context.caller.principal)
    control = context.steps.run("find", lambda: environment.page().control(args["role"], args["name"]))
    return seen(context.steps.effect("click", lambda: environment.click(control)))


def release_environment(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """End the environment; one that is gone already is no fault."""
    owner = context.caller.principal
    return {"released": context.steps.effect("release", lambda: environments.release(args["env_id"], owner))}


def seen(page: Page) -> dict[str, Any]:
    """Give what a result says of a page; the words of a page are a third party's."""
    return {"url": page.url, "title": page.title, "untrusted": True}


def is_there(envelope: dict[str, Any]) -> bool:
    """Tell whether the environment of an earlier answer can still be used, so that it need not be made again."""
    return bool(envelope["ok"]) and environments.has(envelope["env_id"])


# mcp-adapter init tool: handler

HANDLERS: dict[str, Callable[[dict[str, Any], kit.Context], dict[str, Any]]] = {
    "prepare_environment": prepare_environment,
    "open_page": open_page,
    "describe_page": describe_page,
    "click": click,
    "release_environment": release_environment,
    # mcp-adapter init tool: table
}

HOLDS: dict[str, Callable[[dict[str, Any]], bool]] = {"prepare_environment": is_there}
"""Of a tool of risk prepare: whether its answer from memory still counts."""
