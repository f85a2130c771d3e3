"""The methods of a read-only class that would write: each raises `ReadOnlySerializerError`."""

from __future__ import annotations

from typing import Any, NoReturn

from rest_framework.fields import empty

from fastserializers.exceptions import ReadOnlySerializerError


def refuse(serializer: Any, action: str) -> NoReturn:
    name = type(getattr(serializer, "child", serializer)).__name__
    raise ReadOnlySerializerError(
        f"{name} is read-only and does not {action}. Use a writable serializer where the API "
        f"writes: return one from the view's get_serializer_class() for that action, or declare "
        f"{name} with read_only=True where it is a field of a writable serializer."
    )


class Refusing:
    # What a read-only serializer, or a list of them, has for writing. Schema generators show the
    # docstring of a base class as the description of a serializer.

    def run_validation(self: Any, data: Any = empty) -> Any:
        if data is not empty:
            refuse(self, "validate")
        # A field of a writable serializer that is not in the data: DRF knows whether it may be.
        return self.validate_empty_values(data)[1]

    def is_valid(self, *, raise_exception: bool = False) -> NoReturn:
        refuse(self, "validate")

    def save(self, **kwargs: Any) -> NoReturn:
        refuse(self, "save")

    def create(self, validated_data: Any) -> NoReturn:
        refuse(self, "create")

    def update(self, instance: Any, validated_data: Any) -> NoReturn:
        refuse(self, "update")

    def to_internal_value(self, data: Any) -> NoReturn:
        refuse(self, "validate")

    @property
    def errors(self) -> NoReturn:
        refuse(self, "validate")

    @property
    def validated_data(self) -> NoReturn:
        refuse(self, "validate")


REFUSALS = {name: value for name, value in vars(Refusing).items() if not name.startswith("_")}
"""The refusals by name, for a class whose own methods come first."""
