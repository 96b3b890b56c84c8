{
    "name": "__TOOL__",
    "title": "__TITLE__",
    "description": __DESCRIPTION__,
    "risk": "__RISK__",
    "loggable": ("max_items",),
    "input": {
        "type": "object",
        "properties": {
            "max_items": {
                "type": "integer",
                "minimum": 1,
                "maximum": 50,
                "description": "How many at most; 20 unless said.",
            },
        },
    },
    "output": {
        "type": "object",
        "properties": {
            "items": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
                    "required": ["id", "name"],
                    "additionalProperties": False,
                },
            },
            "count": {"type": "integer"},
            "truncated": {"type": "boolean", "description": "True when there are more."},
        },
        "required": ["items", "count", "truncated"],
    },
},
