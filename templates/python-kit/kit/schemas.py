"""JSON Schema 2020-12: whether a value fits, in words that a model can act on. Values themselves are not repeated."""

import math
import re
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

MAX_LEVELS = 100
SURROGATE = re.compile("[\ud800-\udfff]")
MAX_PROBLEMS = 8
MAX_NAME = 60

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


def validator_of(schema: dict[str, Any]) -> Draft202012Validator:
    """Compile a schema. Raises jsonschema's SchemaError when it is none."""
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems_in(validator: Draft202012Validator, value: Any, whole: str) -> list[str]:
    """Say what is wrong with a value, a sentence each; nothing when it fits. `whole` names the value itself."""
    errors = sorted(validator.iter_errors(value), key=lambda error: (error.json_path, str(error.validator)))
    # What is missing is told once for each name by jsonschema, and as a whole here.
    return list(dict.fromkeys(sentence(error, whole) for error in errors))[:MAX_PROBLEMS]


def sentence(error: ValidationError, whole: str) -> str:
    """Name the place and what must hold there."""
    place = "/".join(str(part) for part in error.absolute_path)
    if error.validator == "required":
        missing = [name for name in error.validator_value if name not in error.instance]
        return f"{at(place)}{', '.join(missing)} must be given"
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        strange = ", ".join(repr(name[:MAX_NAME]) for name in error.instance if name not in known)
        return f"{at(place)}{strange} is not known; there is {', '.join(known) or 'nothing'}"
    words = BOUNDS.get(str(error.validator))
    return f"{place or whole} {words.format(error.validator_value) if words else 'does not fit its schema'}"


def at(place: str) -> str:
    """Begin a sentence about what is inside of a place."""
    return f"in {place}: " if place else ""


def plain(value: Any, level: int = 0) -> Any:
    """Give the value with 2.0 as 2, because JSON Schema counts it as an integer and Python's range does not.

    Raises ValueError for what is nested too deep, and for numbers and texts that are none.
    """
    if level > MAX_LEVELS:
        raise ValueError(f"they are nested more than {MAX_LEVELS} levels deep")
    if isinstance(value, dict):
        return {str(name): plain(member, level + 1) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, level + 1) for item in value]
    if isinstance(value, str) and SURROGATE.search(value):
        raise ValueError("they hold half of a character")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError("they hold a number that is none")
        return int(value) if value.is_integer() and abs(value) < 2**53 else value
    return value
