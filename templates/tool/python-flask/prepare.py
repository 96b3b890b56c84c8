def __TOOL__(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Ask the system behind here to make what only this task uses. Until then nothing is made but a handle."""

    def prepare() -> str:
        return f"{args['__ARGUMENT__']} for {context.task}"

    return {"handle": context.steps.effect("prepare", prepare)}
