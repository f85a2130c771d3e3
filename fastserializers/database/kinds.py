"""What stands in a row for a value: a table by what Django makes the value with.

A further database, or a further type of column, is one more entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timezone
from typing import Any

from django.conf import settings

from fastserializers.compiler.representations.representation import Case
from fastserializers.compiler.sources.columns import Kind
from fastserializers.database.stock import is_djangos


def written(cases: dict[str, tuple[Case, ...]]) -> Callable[[str], tuple[Case, ...]]:
    """Return a function of the name of a representation."""
    return lambda name: cases.get(name, ())


CUSTOM = Kind(keeps_none=False, runs_code=True)
UNKNOWN = Kind(keeps_none=False)
DJANGOS = Kind()
BOOLEAN = Kind("type($value) is bool")
DATE = Kind("type($value) is date")
TIME = Kind("type($value) is time")
NAIVE_UTC = Kind(
    unconverted=written(
        {
            "iso datetime": (
                Case(
                    "type($value) is datetime and $value.tzinfo is None and $zone is utc",
                    'to_builtins($value) + "Z"',
                ),
            )
        }
    )
)
JSON = Kind(
    unconverted=written({"as it is": (Case("type($value) is str", "json_value($value)"),)})
)


def always(kind: Kind) -> Callable[[Any, Any], Kind]:
    return lambda field, connection: kind


def naive_datetime(field: Any, connection: Any) -> Kind:
    return NAIVE_UTC if settings.USE_TZ and connection.timezone is timezone.utc else DJANGOS


def json_document(field: Any, connection: Any) -> Kind:
    return JSON if getattr(field, "decoder", field) is None else DJANGOS


SQLITE = "django.db.backends.sqlite3.operations.DatabaseOperations"
KINDS: dict[str, Callable[[Any, Any], Kind]] = {
    f"{SQLITE}.convert_booleanfield_value": always(BOOLEAN),
    f"{SQLITE}.convert_datefield_value": always(DATE),
    f"{SQLITE}.convert_timefield_value": always(TIME),
    f"{SQLITE}.convert_datetimefield_value": naive_datetime,
    "django.db.models.fields.json.JSONField.from_db_value": json_document,
}
"""Takes the field and the connection; by the path of a column's only converter."""

# Oracle has empty strings for None.
KEEP_NONE = frozenset({"mysql", "postgresql", "sqlite"})


def kinds_of(compiler: Any, places: Iterable[int]) -> dict[int, Kind]:
    """Return what stands at those of the `places` of a query's rows where Django converts."""
    kinds = {}
    for place in places:
        expression = compiler.select[place][0]
        found = compiler.get_converters([expression])
        if found:
            field = getattr(expression, "target", None)
            kinds[place] = kind_of(found[0][0], field, compiler.connection)
    return kinds


def kind_of(converters: list[Callable[..., Any]], field: Any, connection: Any) -> Kind:
    """Return what stands for the values of a column, or of an expression that is no column."""
    if not all(map(is_djangos, converters)):
        return CUSTOM
    entry = KINDS.get(path_of(converters[0])) if len(converters) == 1 else None
    if entry is not None:
        return entry(field, connection)
    return DJANGOS if connection.vendor in KEEP_NONE else UNKNOWN


def path_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"
