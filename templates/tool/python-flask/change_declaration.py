{
    "name": "__TOOL__",
    "title": "__TITLE__",
    "description": __DESCRIPTION__,
    "risk": "__RISK__",
    "idempotency": ("task_id", "step_id"),
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
        "properties": {"confirmation": {"type": "string"}},
        "required": ["confirmation"],
    },
},
