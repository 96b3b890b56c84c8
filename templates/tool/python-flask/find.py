def __TOOL__(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Ask the system behind here for the few fields that an agent needs. Until then there is one sample."""

    def look_up() -> dict[str, Any]:
        number = args["__ARGUMENT__"]
        if number == "SAMPLE-1":
            return {"id": number, "name": "A sample"}
        raise kit.ToolError("__THING___not_found", f"there is no __NOUN__ {number!r}")

    return context.steps.run("look_up", look_up, retries=2)
