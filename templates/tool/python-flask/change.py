def __TOOL__(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Ask the system behind here whether it can be done, and tell it to do it. Until then there is one sample."""

    def look_up() -> None:
        number = args["__ARGUMENT__"]
        if number != "SAMPLE-1":
            raise kit.ToolError("__THING___not_found", f"there is no __NOUN__ {number!r}")

    def change() -> str:
        # A reference of our own, by which a person finds what became of a call that got no answer.
        return f"{context.task}/{context.step}"

    context.steps.run("look_up", look_up, retries=2)
    # An effect is never tried again, and the grant is looked at once more right before it.
    return {"confirmation": context.steps.effect("change", change)}
