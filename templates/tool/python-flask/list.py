def __TOOL__(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    """Ask the system behind here for the few fields that an agent needs. Until then there are two samples."""
    most = args.get("max_items", 20)

    def look_up() -> list[dict[str, Any]]:
        # One more than asked for tells whether there are more.
        samples = [{"id": "SAMPLE-1", "name": "A sample"}, {"id": "SAMPLE-2", "name": "Another sample"}]
        return samples[: most + 1]

    found = context.steps.run("look_up", look_up, retries=2)
    return {"items": found[:most], "count": len(found[:most]), "truncated": len(found) > most}
