"""The tools of this adapter, in the order in which hosts see them: one file each."""

import kit
from tools.create_return import create_return
from tools.find_order import find_order
# mcp-adapter init tool: import

TOOLS: list[kit.Tool] = [
    find_order,
    create_return,
    # mcp-adapter init tool: list
]
