"""JSON Schema 2020-12: whether a value fits, in words that a model can act on. Values themselves are not repeated."""

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

MAX_LEVELS = 100
MAX_PROBLEMS = 8
MAX_NAME = 60
SURROGATE = re.compile("[\ud800-\udfff]")

BOUNDS = {
    "minimum": "must be at least {}",
    "maximum": "must be at most {}",
    "exclusiveMinimum": "must be more than {}",
    "exclusiveMaximum": "must be less than {}",
    "minLength": "must have at least {} characters",
    "maxLength": "must have at most {} characters",
    "minItems": "must have at least {} items",
    "maxItems": "must have at most {} items",
    "type": "must be of type {}",
    "enum": "must be one of {}",
    "const": "must be {}",
    "pattern": "must match {}",
}

# A pattern is JavaScript's, and what Python reads otherwise is put in its words: `$` would also match before a last
# line break, `.` at three more characters, and without its flag for ASCII `\d` any digit of the world.
TOKEN = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\.|\(\?.?|[*+?}]\+|\{,|.", re.DOTALL)
STRANGE = re.compile(r"\[\^?\]|\\[AZaUN]|\(\?[^:=!<]?|[*+?}]\+|\{,")
SPACE = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
OUTSIDE = {"$": r"\Z", ".": r"[^\n\r\u2028\u2029]", r"\s": f"[{SPACE}]", r"\S": f"[^{SPACE}]"}
IN_CLASS = {"[": r"\[", r"\s": SPACE}


def validator_of(schema: dict[str, Any]) -> Validator:
    """Compile a schema. Raises TypeError for what is none."""
    try:
        Draft202012Validator.check_schema(schema, format_checker=PATTERNS)
    except SchemaError as error:
        raise TypeError(f"the schema is wrong at {error.json_path}: {error.message}") from None
    return KitValidator(schema)


def problems_in(validator: Validator, value: Any, whole: str) -> list[str]:
    """Say what is wrong with a value, a sentence each; nothing when it fits. `whole` names the value itself."""
    errors = sorted(validator.iter_errors(value), key=lambda error: (error.json_path, str(error.validator)))
    # What is missing is told once for each name by jsonschema, and as a whole here.
    return list(dict.fromkeys(sentence(error, whole) for error in errors))[:MAX_PROBLEMS]


def sentence(error: ValidationError, whole: str) -> str:
    """Name the place and what must hold there."""
    place = "/".join(str(part) for part in error.absolute_path)
    inside = f"in {place}: " if place else ""
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{inside}{', '.join(missing)} must be given"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        strange = ", ".join(repr(name[:MAX_NAME]) for name in error.instance if name not in known)
        return f"{inside}{strange} is not known; there is {', '.join(known) or 'nothing'}"
    words = BOUNDS.get(str(error.validator))
    return f"{place or whole} {words.format(error.validator_value) if words else 'does not fit its schema'}"


def plain(value: Any, level: int = 0) -> Any:
    """Give the value with 2.0 as 2, because JSON Schema counts it as an integer and Python's range does not.

    Raises ValueError for what is nested too deep, and for numbers and texts that are none; it says of "the arguments".
    """
    if level > MAX_LEVELS:
        raise ValueError(f"are nested more than {MAX_LEVELS} levels deep")
    if isinstance(value, dict):
        return {plain(name): plain(member, level + 1) for name, member in value.items()}
    if isinstance(value, list):
        return [plain(item, level + 1) for item in value]
    if isinstance(value, str) and SURROGATE.search(value):
        raise ValueError("hold half of a character")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("hold a number that is none")
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    return value


@cache
def expression(pattern: str) -> re.Pattern[str]:
    """Compile a pattern. Raises ValueError or re.error for what Python has not, or has and JavaScript has not."""

    def outside(found: re.Match[str]) -> str:
        token = found[0]
        if STRANGE.fullmatch(token):
            raise ValueError(f"{token} is not the same in JavaScript and Python")
        if token[0] == "[":
            return "[" + re.sub(r"\\.|\[", in_class, token[1:], flags=re.DOTALL)
        return OUTSIDE.get(token, token)

    def in_class(found: re.Match[str]) -> str:
        if found[0] == r"\S" or STRANGE.fullmatch(found[0]):
            raise ValueError(f"{found[0]} in a class is not the same in JavaScript and Python")
        return IN_CLASS.get(found[0], found[0])

    return re.compile(TOKEN.sub(outside, pattern), re.ASCII)


def pattern_errors(_: Validator, pattern: str, value: Any, __: Any) -> Iterator[ValidationError]:
    """Judge a text by a pattern, as jsonschema wants it."""
    if isinstance(value, str) and not expression(pattern).search(value):
        yield ValidationError("it does not match")


KitValidator = extend(Draft202012Validator, {"pattern": pattern_errors})
PATTERNS = FormatChecker(formats=())
PATTERNS.checks("regex", raises=(ValueError, re.error))(lambda pattern: expression(pattern) is not None)
