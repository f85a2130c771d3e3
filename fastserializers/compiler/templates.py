"""Templates of Python source: text with `$placeholders`, and the only code that may fill them."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from keyword import iskeyword
from typing import NewType

Code = NewType("Code", str)
"""Source that is safe to run: a name that was given out, a literal, or a filled template."""


def is_literal(value: object) -> bool:
    """Return whether `value` is an exact builtin, or a tuple of them, that source may spell out.

    The `repr()` of any other object may be anything.
    """
    parts = value if type(value) is tuple else (value,)
    return all(type(part) in (str, int, type(None)) for part in parts)


def literal(value: object) -> Code:
    """Return the source of a value. Raises `TypeError` for one that `is_literal()` refuses."""
    if not is_literal(value):
        raise TypeError(f"{type(value).__name__} has no source that is known to be its value")
    return Code(repr(value))


def is_plain_identifier(name: object) -> bool:
    """Return whether `name` may stand in source as it is. Python normalizes what is not ASCII."""
    return type(name) is str and name.isascii() and name.isidentifier() and not iskeyword(name)


def attribute(of: str, name: str) -> str:
    """Return a template that reads attribute `name` of what the template `of` stands for.

    An attribute may have any name: `setattr()` takes them all.
    """
    return f"{of}.{name}" if is_plain_identifier(name) else f"getattr({of}, {quoted(name)})"


def quoted(value: object) -> str:
    """Return a template of the literal of a value. Raises `TypeError` as `literal()` does."""
    return literal(value).replace("$", "$$")


def fill(template: str, names: Mapping[str, Code]) -> Code:
    """Return `template` with what `names` has for its placeholders.

    Raises `KeyError` for a placeholder without a meaning, `ValueError` for a `$` that is none.
    """
    return Code(parsed(template)[0] % names)


def placeholders_of(template: str) -> tuple[str, ...]:
    return parsed(template)[1]


# The lines of most fields are alike: taking each of them apart once halves the time of writing.


@lru_cache(maxsize=4096)
def parsed(template: str) -> tuple[str, tuple[str, ...]]:
    """Return a template as a format of the operator `%`, and the names of its placeholders."""
    found = string.Template.pattern.finditer(template)
    names = tuple(name for match in found if (name := match["named"] or match["braced"]))
    formats = {name: f"%({name})s" for name in names}
    return string.Template(template.replace("%", "%%")).substitute(formats), names


def has_placeholder(template: str, name: str) -> bool:
    return name in placeholders_of(template)


def in_brackets(template: str) -> str:
    """Return an expression, in brackets if it needs them within another one."""
    return f"({template})" if BINDS_LOOSELY(template) else template


BINDS_LOOSELY = re.compile(r"\b(?:or|if|lambda)\b|^[^(]*:=").search


def replaced(template: str, name: str, other: str) -> str:
    """Return `template` with another template in place of the placeholder of a name."""
    found = re.compile(rf"\$\$|\${name}\b|\$\{{{name}\}}")
    return found.sub(lambda match: "$$" if match[0] == "$$" else other, template)


def indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)
