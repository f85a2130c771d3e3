"""Names for the placeholders of templates: the locals of a function, and its globals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import TYPE_CHECKING

from fastserializers.compiler.emit import FieldCode
from fastserializers.compiler.plan import FieldPlan
from fastserializers.compiler.templates import Code, assigned_in, fill, is_literal, literal
from fastserializers.exceptions import RepresentationError
from fastserializers.runtime.names import NAMES, table_of

if TYPE_CHECKING:
    from fastserializers.compiler.function import CompiledPlan

# The names that every function has, and one that Python refuses to assign.
RESERVED = ("error", "row", "rows", "serializer", "skipped", "zone", "__debug__")


class Namespace:
    """Gives out the locals of a function, and its globals with what they mean."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.globals: dict[str, object] = dict(NAMES)
        self.taken = {*NAMES, *RESERVED, *reserved}

    def local(self, wish: str) -> Code:
        """Return an identifier as near to `wish` as is free."""
        name = re.sub(r"\W", "_", wish, flags=re.ASCII)
        if not name.isidentifier():
            name = f"_{name}"
        while name in self.taken or iskeyword(name):
            name += "_"
        self.taken.add(name)
        return Code(name)

    def constant(self, wish: str, value: object) -> Code:
        """Return source that stands for `value`: a literal, or the name of a global.

        The global of a class has the name of the class.
        """
        if is_literal(value):
            return literal(value)
        if isinstance(value, type):
            wish = value.__name__
            if self.globals.get(wish) is value:
                return Code(wish)
        name = self.local(wish)
        self.globals[name] = value
        return name


def named_code(
    compiled: CompiledPlan,
    field: FieldPlan,
    code: FieldCode,
    shared: Mapping[str, Code],
    names: Namespace,
) -> FieldCode:
    """Return the code of a field with names. Raises `RepresentationError` where one is unknown."""
    name, value = literal(field.name), shared["value"]
    texts = (*code.lines, *(text for _, text in (*code.per_call, *code.per_row)))
    local = dict.fromkeys((*dict(code.per_call), *dict(code.per_row)))
    try:
        local.update(dict.fromkeys(name for text in texts for name in assigned_in(text)))
        local.pop("value", None)
        meanings = table_of(
            (
                *shared.items(),
                ("name", name),
                ("field", Code(f"field_of(serializer, {name})")),
                *(
                    (each, names.constant(wish(each, value), compiled.built(constant)))
                    for each, constant in code.constants
                ),
                *((each, names.local(wish(each, value))) for each in local),
            )
        )
        return code._replace(
            lines=tuple(fill(line, meanings) for line in code.lines),
            per_call=tuple((meanings[each], fill(text, meanings)) for each, text in code.per_call),
            per_row=tuple((meanings[each], fill(text, meanings)) for each, text in code.per_row),
        )
    except (LookupError, ValueError) as error:
        raise RepresentationError(
            f"{compiled.plan.serializer}.{field.name} can't be compiled: {error}. Mend the "
            f"templates that represents() has registered for the class of the field."
        ) from error


def wish(placeholder: str, value: str) -> str:
    """Return the name that the placeholder of a field should have."""
    return f"{placeholder}_{value}" if placeholder in VERBS else f"{value}_{placeholder}"


VERBS = ("delegate", "get", "represent", "represent_any")
