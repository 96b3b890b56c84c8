"""Books a return of the caller's order: once for each task and step, and only with a grant."""

from typing import Any

import erp
import kit
from tools.find_order import ORDER_ID, useful


def run(args: dict[str, Any], context: kit.Context) -> dict[str, Any]:
    record = context.steps.run("check_order", lambda: erp.order(context.caller, args["order_id"]), retries=2)
    order = useful(record)
    if order["status"] != "shipped":
        raise kit.ToolError("order_wrong_status", f"order {order['id']} is {order['status']}, not shipped")
    if args["quantity"] > order["pieces"]:
        raise kit.ToolError("quantity_too_high", f"order {order['id']} has {order['pieces']} pieces")
    # An effect is never tried again, and the grant is looked at once more right before it.
    wish = (order["id"], args["quantity"], args["reason"], f"{context.task}/{context.step}")
    booked = context.steps.effect("book", lambda: erp.book_return(context.caller, *wish))
    return {"return_id": booked["retno"]}


create_return = kit.Tool(
    name="create_return",
    title="Create a return",
    description="Books a return in the ERP for an order that was shipped. "
    "It is done once for each task and step, however often it is called.",
    risk="write",
    scopes=("returns:write",),
    idempotency=("task_id", "step_id"),
    loggable=("order_id", "quantity"),
    input={
        "type": "object",
        "properties": {
            "order_id": ORDER_ID,
            "quantity": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many pieces come back."},
            "reason": {"type": "string", "minLength": 1, "maxLength": 500, "description": "Why, as the customer says."},
        },
        "required": ["order_id", "quantity", "reason"],
    },
    output={"type": "object", "properties": {"return_id": {"type": "string"}}, "required": ["return_id"]},
    run=run,
)
