"""Lines for the operator. stdout belongs to the protocol, so they go to stderr."""

import secrets
import sys
import traceback


def log(line: str) -> None:
    """Write one line to stderr; a line break in it cannot begin a second entry."""
    sys.stderr.write(line.replace("\r", "\\r").replace("\n", "\\n") + "\n")


def incident(what: str, error: BaseException) -> str:
    """Write the stack of something unexpected to stderr, under a number that the caller may be told."""
    number = secrets.token_hex(6)
    log(f"incident {number}: {what}: {type(error).__name__}")
    traceback.print_exception(error, file=sys.stderr)
    return number
