"""Templates of Python source: text with `$placeholders`, and the only code that may fill them."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import NamedTuple, NewType

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


BREAK = "\f"
"""Stands for a space in a template where a long line may be broken."""
EDGE = "\v"
"""Stands for nothing: inside of the brackets of a statement that may be broken."""

LONGEST = 104
"""The length of a line that need not be broken, before the function and its loop indent it."""


class Line(NamedTuple):
    """A line of generated code, or the lines that it takes where it is a long one."""

    code: str
    """A template of a statement, or of the condition of an `if`."""
    word: str = ""
    """`if` or `elif` before a condition."""
    level: int = 0
    """How far it is indented."""

    def written(self, code: str) -> Iterator[str]:
        """Return the lines with `code` for the template."""
        before = "    " * self.level
        text = on_one_line(code) if BREAK in code else code
        line = f"{before}{self.word} {text}:" if self.word else before + text
        if len(line) <= LONGEST or BREAK not in code:
            yield line
            return
        parts = (f"{self.word} (", code, "):") if self.word else code.split(EDGE)
        opening, inner, closing = parts
        yield before + opening
        yield from (f"{before}    {part}" for part in inner.split(BREAK))
        yield before + closing


def on_one_line(code: str) -> str:
    return code.replace(BREAK, " ").replace(EDGE, "")


def assign(name: str, expression: str) -> Line:
    """Return the line that assigns to a placeholder."""
    return Line(f"${name} = {expression}")


def deeper(lines: Iterable[Line]) -> Iterator[Line]:
    return (Line(code, word, level + 1) for code, word, level in lines)


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

    Raises `LookupError` for a placeholder without a meaning, `ValueError` for a `$` that is none.
    """
    try:
        return Code(string.Template(template).substitute(names))
    except KeyError as error:
        raise LookupError(f"${error.args[0]} means nothing in the template {template!r}") from None


def fill_all(templates: Iterable[str], names: Mapping[str, Code]) -> list[str]:
    """Return what `fill()` makes of each template, in a fraction of the time."""
    together = SEPARATOR.join(templates)
    try:
        return fill(together, names).split(SEPARATOR)
    except (LookupError, ValueError):
        # The message is to name one template.
        return [fill(template, names) for template in together.split(SEPARATOR)]


SEPARATOR = "\0"
"""No source has this character in it."""


def placeholders_of(template: str) -> list[str]:
    found = string.Template.pattern.finditer(template)
    return [name for match in found if (name := match["named"] or match["braced"])]


def has_placeholder(template: str, name: str) -> bool:
    return name in template and name in placeholders_of(template)


def in_brackets(template: str) -> str:
    """Return a template of an expression that means the same as a part of another one."""
    return f"({template})" if BINDS_LOOSELY(template) else template


BINDS_LOOSELY = re.compile(r"\b(?:or|if|lambda)\b|^[^(]*:=").search


def assigned_in(template: str) -> list[str]:
    """Return the placeholders that a template assigns to: they are locals."""
    return [match["assigned"] or match["first"] or match["second"] for match in ASSIGNED(template)]


ASSIGNED = re.compile(
    r"\$\{?(?P<assigned>\w+)\}? :?= |for \$\{?(?P<first>\w+)\}?|, \$\{?(?P<second>\w+)\}? in "
).finditer


def replaced(template: str, name: str, other: str) -> str:
    """Return `template` with another template in place of the placeholder of a name."""
    found = re.compile(rf"\$\$|\${name}\b|\$\{{{name}\}}")
    return found.sub(lambda match: "$$" if match[0] == "$$" else other, template)


def indented(lines: Iterable[str], levels: int = 1) -> Iterator[str]:
    return ("    " * levels + line for line in lines)
