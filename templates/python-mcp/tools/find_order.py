"""Reads one order of the caller."""

from datetime import datetime
from typing import Any

import erp
import kit

ORDER_ID = {
    "type": "string",
    "minLength": 1,
    "maxLength": 40,
    "pattern": "^[A-Z0-9-]+$",  # It becomes part of a path.
    "description": "The number of the order, such as A-1001.",
}
STATUS = {"A": "open", "C": "shipped", "X": "cancelled"}


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    record = context.steps.run("ask_erp", lambda: erp.order(context.caller, args["order_id"]), retries=2)
    return {"order": useful(record)}


def useful(record: dict[str, Any]) -> dict[str, Any]:
    """What an agent needs of the 80 fields of a record: the rest costs context and says nothing to a model."""
    return {
        "id": record["vbeln"],
        "status": STATUS[record["gbstk"]],
        "pieces": int(record["kwmeng"]),
        "total_cents": int(record["netwr"]),
        "currency": record["waerk"],
        "ordered_on": datetime.strptime(record["audat"], "%Y%m%d").date().isoformat(),
    }


find_order = kit.Tool(
    name="find_order",
    title="Find an order",
    description="Finds one order by its number: status, pieces, total in cents, and the day it was made.",
    risk="read",
    scopes=("orders:read",),
    loggable=("order_id",),
    input={"type": "object", "properties": {"order_id": ORDER_ID}, "required": ["order_id"]},
    output={
        "type": "object",
        "properties": {
            "order": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "status": {"type": "string", "enum": list(STATUS.values())},
                    "pieces": {"type": "integer"},
                    "total_cents": {"type": "integer"},
                    "currency": {"type": "string"},
                    "ordered_on": {"type": "string", "format": "date"},
                },
                "required": ["id", "status", "pieces", "total_cents", "currency", "ordered_on"],
                "additionalProperties": False,
            }
        },
        "required": ["order"],
    },
    run=run,
)
