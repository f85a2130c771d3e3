"""The door for a project's own field classes: how their values are represented, compiled.

    from fastserializers.representations import Case, Representation, represents

    @represents(MoneyField)
    def as_money(field: MoneyField) -> Representation:
        in_euros = Case("type($value) is $money", "str($value)")
        return Representation((in_euros,), constants=(("money", Money),))

A case has the template of a guard, and that of what a `$value` becomes which the guard admits. A
value that no case admits runs the field's own `to_representation()`: write guards for the types
that you know, so that they prove the expression to be what `to_representation()` returns.
"""

from fastserializers.compiler.representations.registry import represents as represents
from fastserializers.compiler.representations.representation import Case as Case
from fastserializers.compiler.representations.representation import (
    Representation as Representation,
)
from fastserializers.compiler.representations.representation import Same as Same
