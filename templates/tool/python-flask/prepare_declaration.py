{
    "name": "__TOOL__",
    "title": "__TITLE__",
    "description": __DESCRIPTION__,
    "risk": "__RISK__",
    "idempotency": ("task_id",),
    "loggable": ("__ARGUMENT__",),
    "input": {
        "type": "object",
        "properties": {
            "__ARGUMENT__": {
                "type": "string",
                "minLength": 1,
                "maxLength": 40,
                "description": "__MEANS__",
            },
        },
        "required": ["__ARGUMENT__"],
    },
    "output": {
        "type": "object",
        "properties": {"handle": {"type": "string", "description": "Names what was prepared in later calls."}},
        "required": ["handle"],
    },
},
