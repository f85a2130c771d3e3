"""That a serializer refuses to write."""

from __future__ import annotations

import re

import pytest

from fastserializers.exceptions import ReadOnlySerializerError
from tests.values import THING


def assert_refuses_to_write(serializer_class):
    name = serializer_class.__name__
    message = rf"{name} is read-only.*writable serializer.*get_serializer_class"
    attempts = {
        "data": lambda: serializer_class(data={}),
        "data and instance": lambda: serializer_class(THING, data={}, partial=True),
        "positional data": lambda: serializer_class(THING, {}),
        "no data": lambda: serializer_class(data=None),
        "rows of data": lambda: serializer_class(data=[], many=True),
        "is_valid": lambda: serializer_class(THING).is_valid(),
        "is_valid or raise": lambda: serializer_class(THING).is_valid(raise_exception=True),
        "save": lambda: serializer_class(THING).save(),
        "save with arguments": lambda: serializer_class(THING).save(owner=1),
        "create": lambda: serializer_class().create({}),
        "update": lambda: serializer_class().update(THING, {}),
        "run_validation": lambda: serializer_class().run_validation({}),
        "is_valid of rows": lambda: serializer_class([THING], many=True).is_valid(),
        "save rows": lambda: serializer_class([THING], many=True).save(),
        "create rows": lambda: serializer_class(many=True).create([{}]),
        "validate rows": lambda: serializer_class(many=True).run_validation([{}]),
        "validate no rows": lambda: serializer_class(many=True).run_validation([]),
        "update rows": lambda: serializer_class(many=True).update([THING], [{}]),
    }
    for attempt, write in attempts.items():
        with pytest.raises(ReadOnlySerializerError) as error:
            pytest.fail(f"{attempt} gave {write()!r}")
        assert re.search(message, str(error.value), re.DOTALL), attempt
