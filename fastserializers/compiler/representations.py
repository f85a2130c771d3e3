"""How a raw value becomes what DRF's field would return for it: one table entry per field class.

A representation is a few templates of Python source and the constants they name. It never holds
the field it was made from, so equal fields give equal representations, and equal plans share one
compilation.
"""

from __future__ import annotations

import datetime
import decimal
import uuid
from collections.abc import Callable, Hashable
from keyword import iskeyword
from string import Formatter
from typing import Any, Literal, NamedTuple, TypeAlias

from django.conf import settings
from django.db.models import Field as ModelField
from django.utils.duration import duration_iso_string
from django.utils.formats import localize_input
from msgspec import to_builtins
from rest_framework import ISO_8601, fields, relations, reverse
from rest_framework.settings import api_settings
from rest_framework.utils import json

from fastserializers.compiler.overrides import is_stock, overrides
from fastserializers.compiler.zones import UTC, in_zone, text_in_zone

AnyField: TypeAlias = "fields.Field[Any, Any, Any, Any]"
# "key" is that of a relation, read without the related row; "lookup" a column of a row that is
# saved. "nested" is what `ListSerializer` takes: prefetched rows do as well as their manager.
Access = Literal["value", "key", "column", "lookup", "rows", "nested"]


class Case(NamedTuple):
    """An expression, and the guard that proves it equal to DRF's field for `{value}`."""

    guard: str
    expression: str


class Representation(NamedTuple):
    """The cases of a field, in the order they are tried; a value that fits none goes to DRF."""

    cases: tuple[Case, ...]
    access: Access = "value"
    source: tuple[str, ...] | None = None
    """What is read, where it is not the source of the field."""
    constants: tuple[tuple[str, Hashable], ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for what they mean throughout one call."""
    state: tuple[tuple[str, str], ...] = ()
    """Names that the templates use, and expressions for them that do not depend on the value."""
    zoned: bool = False
    """Whether the templates name `{zone}`, the time zone that is active."""
    runs_code: bool = False
    """Whether the expressions run code of the project's."""


class Entry(NamedTuple):
    """A row of the table: what represents a field, and the overrides that rule it out."""

    represent: Callable[[Any], Representation | None]
    hooks: tuple[str, ...] = ()


class TypedValue(NamedTuple):
    """A constant that is equal only to one of its own type: `1`, `1.0` and `True` are three."""

    type: type
    value: Hashable


class Same:
    """A constant that is equal only to itself: a zone equals others with another name."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return hash(id(self.value))

    def build(self) -> object:
        return self.value


def representation_of(field: AnyField) -> Representation | None:
    """Return the representation of a bound `field`; None where only DRF's code is right."""
    cls = nearest(type(field))
    if cls not in TABLE:
        return None
    entry = TABLE[cls]
    return None if is_custom(field, *entry.hooks) else entry.represent(field)


def is_custom(field: AnyField, *hooks: str) -> bool:
    """Return whether a project's code decides how `field` is made, read or represented."""
    return overrides(type(field), (*READ_HOOKS, *hooks)) or not METHODS.isdisjoint(vars(field))


def nearest(cls: type) -> type:
    """Return the first class that `cls` is or inherits from of DRF's own or of the table."""
    return next(base for base in cls.__mro__ if base in TABLE or is_stock(base) or base is object)


# Values that DRF returns as they are, once their type is the one that it would make of them.


def only_if(
    guard: str, expression: str = "{value}", **options: Any
) -> Callable[[Any], Representation]:
    representation = Representation((Case(guard, expression),), **options)
    return lambda field: representation


def as_json(field: fields.JSONField) -> Representation:
    if not field.binary:
        return AS_IT_IS(field)
    return Representation(
        (Case(A_VALUE, "json_bytes({value}, {encoder})"),),
        constants=(("encoder", Same(field.encoder)),),
        runs_code=field.encoder is not None,
    )


def json_bytes(value: object, encoder: Any) -> bytes:
    """Return what `JSONField(binary=True)` represents `value` by."""
    text: str = json.dumps(value, cls=encoder)
    return text.encode()


AS_IT_IS = only_if("not callable({value})")

# Something to work on: neither nothing, nor what DRF would call first.
A_VALUE = "{value} is not None and not callable({value})"


# Identifiers and numbers.


def as_uuid(field: fields.UUIDField) -> Representation:
    text = "to_builtins({value})" if field.uuid_format == "hex_verbose" else None
    return Representation(
        (Case("type({value}) is UUID", text or f"{{value}}.{field.uuid_format}"),)
    )


def as_big_integer(field: Any) -> Representation:
    coerced = getattr(field, "coerce_to_string", api_settings.COERCE_BIGINT_TO_STRING)
    return Representation(
        (Case("type({value}) is int", "str({value})" if coerced else "{value}"),)
    )


def as_decimal(field: fields.DecimalField) -> Representation:
    places = field.decimal_places
    value = "{value}"
    constants: tuple[tuple[str, Hashable], ...] = ()
    state: tuple[tuple[str, str], ...] = ()
    if places is not None:
        value = "{value}.quantize({quantum}, {rounding}, {context})"
        constants = (
            ("quantum", decimal.Decimal(".1") ** places),
            ("rounding", field.rounding),
            ("max_digits", field.max_digits),
        )
        state = (("context", "decimal_context({max_digits})"),)
    if getattr(field, "normalize_output", False):
        value += ".normalize()"
        places = None
    if getattr(field, "coerce_to_string", api_settings.COERCE_DECIMAL_TO_STRING):
        # Up to six places, str() never resorts to an exponent, and it is twice as fast.
        short = places is not None and 0 <= places <= 6
        plain = f"str({value})" if short else f"format({value}, 'f')"
        value = f"localize_input({value})" if field.localize else plain
    return Representation(
        (Case("type({value}) is Decimal", value),), constants=constants, state=state
    )


def decimal_context(max_digits: int | None) -> decimal.Context:
    """Return the context in which `DecimalField.quantize()` would work now."""
    context = decimal.getcontext().copy()
    if max_digits is not None:
        context.prec = max_digits
    return context


# Dates and times.


def output_format(field: AnyField, setting: str) -> str | None:
    """Return the format as DRF reads it, `ISO_8601` in lower case."""
    form: str | None = getattr(field, "format", getattr(api_settings, setting))
    return ISO_8601 if form is not None and form.lower() == ISO_8601 else form


def as_datetime(field: fields.DateTimeField) -> Representation:
    form = output_format(field, "DATETIME_FORMAT")
    if form is None:
        return Representation((Case("type({value}) is datetime", "{value}"),))
    is_iso = form == ISO_8601
    constants: tuple[tuple[str, Hashable], ...] = () if is_iso else (("format", form),)
    text = "to_builtins({value})" if is_iso else "{value}.strftime({format})"
    zoned = not hasattr(field, "timezone")
    if not (settings.USE_TZ if zoned else field.timezone is not None):
        naive = "type({value}) is datetime and {value}.tzinfo is None"
        return Representation((Case(naive, text),), constants=constants)
    zone = "{zone}" if zoned else "{timezone}"
    if not zoned:
        constants += (("timezone", Same(field.timezone)),)
    elsewhere = "text_in_zone" if is_iso else "in_zone"
    return Representation(
        (
            Case(f"type({{value}}) is datetime and {{value}}.tzinfo is utc is {zone}", text),
            Case(
                "{value} is not None and "
                f"({{local}} := {elsewhere}({{value}}, {zone})) is not None",
                "{local}" if is_iso else "{local}.strftime({format})",
            ),
        ),
        constants=constants,
        zoned=zoned,
    )


def as_date(field: fields.DateField) -> Representation:
    return as_formatted("type({value}) is date", output_format(field, "DATE_FORMAT"))


def as_time(field: fields.TimeField) -> Representation:
    form = output_format(field, "TIME_FORMAT")
    guard = (
        "type({value}) is time"
        if form is None
        else "type({value}) is time and {value}.tzinfo is None"
    )
    return as_formatted(guard, form)


def as_formatted(guard: str, form: str | None) -> Representation:
    if form is None:
        return Representation((Case(guard, "{value}"),))
    if form == ISO_8601:
        return Representation((Case(guard, "to_builtins({value})"),))
    return Representation(
        (Case(guard, "{value}.strftime({format})"),), constants=(("format", form),)
    )


def as_duration(field: fields.DurationField) -> Representation | None:
    form = "django"
    if "DURATION_FORMAT" in api_settings.defaults:  # from DRF 3.17 on
        form = getattr(field, "format", api_settings.DURATION_FORMAT)
    expression = DURATION_EXPRESSIONS.get(form.lower() if isinstance(form, str) else form)
    return (
        Representation((Case("type({value}) is timedelta", expression),)) if expression else None
    )


DURATION_EXPRESSIONS = {
    None: "{value}",
    "django": "duration_text({value})",
    ISO_8601: "duration_iso_string({value})",
}


def duration_text(value: datetime.timedelta) -> str:
    """Return what Django's `duration_string()` returns, in a third of the time."""
    minutes, seconds = divmod(value.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days = f"{value.days} " if value.days else ""
    fraction = f".{value.microseconds:06d}" if value.microseconds else ""
    return f"{days}{hours:02d}:{minutes:02d}:{seconds:02d}{fraction}"


# Choices.


def as_choice(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    # The blank string is returned before any choice is looked up, whatever the choices say of it.
    choices = Choices.of({**field.choice_strings_to_values, "": ""})
    return Representation(
        (
            Case(
                "type({value}) is str or type({value}) is int",
                "{choices}.get(str({value}), {value})",
            ),
        ),
        constants=(("choices", choices),),
    )


def as_choices(field: Any) -> Representation | None:
    if not has_fixed_choices(field):
        return None
    chosen = "{choices}.get(str({item}), {item}) for {item} in {value}"
    return Representation(
        (Case("type({value}) in COLLECTIONS", CHOICES_EXPRESSION % chosen),),
        constants=(("choices", Choices.of(field.choice_strings_to_values)),),
    )


# Until REST framework 3.17 it was a set.
CHOICES_EXPRESSION = (
    "list(dict.fromkeys(%s))"
    if isinstance(fields.MultipleChoiceField(choices=()).to_representation(""), list)
    else "set(%s)"
)
COLLECTIONS = frozenset({list, tuple, set, frozenset})


def has_fixed_choices(field: Any) -> bool:
    """Return whether the choices are the same next time, since no function makes them."""
    declared = field._kwargs.get("choices", next(iter(field._args), None))
    return isinstance(declared, list | tuple | dict)


class Choices(NamedTuple):
    """`ChoiceField.choice_strings_to_values`, hashable."""

    items: tuple[tuple[str, TypedValue], ...]

    @classmethod
    def of(cls, choices: dict[str, Hashable]) -> Choices:
        return cls(
            tuple((text, TypedValue(type(value), value)) for text, value in choices.items())
        )

    def build(self) -> dict[str, Hashable]:
        return {text: choice.value for text, choice in self.items}


# Lists and dicts, by the representation of what is in them.


class Items(NamedTuple):
    """What a collection is made of, `%s` being where the representation of an item goes."""

    guard: str
    expression: str
    otherwise: str
    """What represents an item that fits no case."""


def as_list(field: fields.ListField) -> Representation | None:
    if nearest(type(field.child)) is fields._UnvalidatedField and not is_custom(field.child):
        return Representation((Case(A_LIST, "list({value})"),))
    return as_items(field)


def as_items(field: Any) -> Representation | None:
    items = items_of(field)
    if items is None:
        return None
    child = representation_of(field.child)
    return collection(child, *items) if child and child.access == "value" else None


def items_of(field: AnyField) -> Items | None:
    """Return what a list or a dict is made of; None for any other field, and for a project's."""
    cls = nearest(type(field))
    if cls not in ITEMS or is_custom(field) or "child" not in vars(field):
        return None
    depth = depth_of(vars(field)["child"])
    other = f"represent_item(serializer, {{name}}, {depth}, {{item}})"
    return Items(*ITEMS[cls], f"None if {{item}} is None else {other}")


A_LIST = "(type({value}) is list or type({value}) is tuple)"
OF_A_LIST = (A_LIST, "[%s for {item} in {value}]")
OF_A_DICT = ("type({value}) is dict", "{{str({key}): %s for {key}, {item} in {value}.items()}}")
ITEMS: dict[type, tuple[str, str]] = {
    fields.ListField: OF_A_LIST,
    fields.DictField: OF_A_DICT,
    fields.HStoreField: OF_A_DICT,
}


def collection(
    child: Representation, guard: str, expression: str, otherwise: str
) -> Representation:
    """Return a representation that has the cases of `child` for each `{item}`."""
    cases = "".join(
        f"{of_item(case.expression)} if {of_item(case.guard)} else " for case in child.cases
    )
    return Representation(
        (Case(guard, expression % f"{cases}{otherwise}"),),
        constants=tuple((f"item_{name}", constant) for name, constant in child.constants),
        kept=tuple((f"item_{name}", of_item(kept)) for name, kept in child.kept),
        state=tuple((f"item_{name}", of_item(state)) for name, state in child.state),
        zoned=child.zoned,
        runs_code=child.runs_code,
    )


def of_item(template: str) -> str:
    """Return a template of the child's as one of the collection that the child is in."""
    names = {name for _, name, _, _ in Formatter().parse(template) if name}
    own = {name: f"{{item_{name}}}" for name in names}
    text = template.replace("{{", "{{{{").replace("}}", "}}}}")
    return text.format(**{**own, "value": "{item}", "zone": "{zone}", "name": "{name}"})


def depth_of(child: AnyField) -> int:
    """Return in how many collections a child is, one in the other."""
    depth = 0
    while isinstance(child.parent, fields.ListField | fields.DictField):
        child = child.parent
        depth += 1
    return depth


# Files.


def as_file(field: fields.FileField) -> Representation:
    if getattr(field, "use_url", api_settings.UPLOADED_FILES_USE_URL):
        return Representation((Case(A_VALUE, "file_url({value}, serializer)"),), runs_code=True)
    name = "({value}.name if {value} else None)"
    return Representation((Case(A_VALUE, name),), runs_code=True)


# Model fields that no field of DRF's is made for.


def as_model_field(field: fields.ModelField) -> Representation | None:
    model_field = field.model_field
    if type(model_field).value_from_object is not ModelField.value_from_object:
        return None
    return Representation(
        (
            Case("isinstance({value}, PROTECTED_TYPES)", "{value}"),
            Case("", "{model_field}.value_to_string(instance)"),
        ),
        access="column",
        source=(model_field.attname,),
        constants=(("model_field", Same(model_field)),),
        runs_code=True,
    )


# Those that `is_protected_type()` knows, whose subclasses it knows as well.
PROTECTED_TYPES = (
    type(None),
    int,
    float,
    decimal.Decimal,
    datetime.datetime,
    datetime.date,
    datetime.time,
)


# Relations.


def as_primary_key(field: relations.PrimaryKeyRelatedField[Any]) -> Representation | None:
    if field.pk_field is None:
        return Representation((Case("type({value}) in KEY_TYPES", "{value}"),), access="key")
    key = representation_of(field.pk_field)
    if key is None or key.access != "value" or key.runs_code:
        return None
    return key._replace(access="key")


def as_slug(field: relations.SlugRelatedField[Any]) -> Representation | None:
    slug = field.slug_field.replace("__", ".")
    names = slug.split(".")
    if not all(name.isascii() and name.isidentifier() and not iskeyword(name) for name in names):
        return None
    return Representation((Case(A_VALUE, f"{{value}}.{slug}"),), runs_code=True)


def as_rows(field: relations.ManyRelatedField) -> Representation | None:
    child: Any = field.child_relation
    one, represent_rows = representation_of(child), ROWS.get(nearest(type(child)))
    if one is None or represent_rows is None:
        return None
    return represent_rows(child, one)._replace(access="rows", source=None)


def key_rows(child: relations.PrimaryKeyRelatedField[Any], one: Representation) -> Representation:
    if child.pk_field is None:
        return Representation((Case("", "[row.pk for row in {value}]"),))
    keys = "[%s for row in {value} for {item} in (row.pk,)]"
    return collection(one, "", keys, "represent_row(serializer, {name}, row)")


def value_rows(child: AnyField, one: Representation) -> Representation:
    row = one.cases[0].expression.format(value="row")
    return Representation((Case("", f"[{row} for row in {{value}}]"),), runs_code=True)


def link_rows(child: AnyField, one: Representation) -> Representation:
    rows = hyperlinked("hyperlinks({value}, {lookup_field}, {urls})")
    return one._replace(cases=(rows,), runs_code=True)


ROWS: dict[type, Callable[[Any, Representation], Representation]] = {
    relations.HyperlinkedIdentityField: link_rows,
    relations.HyperlinkedRelatedField: link_rows,
    relations.PrimaryKeyRelatedField: key_rows,
    relations.SlugRelatedField: value_rows,
    relations.StringRelatedField: value_rows,
}
KEY_TYPES = frozenset({int, str, uuid.UUID})


# Hyperlinks.


class Link(NamedTuple):
    """What a hyperlinked field says of the view that it links to."""

    view_name: str
    url_kwarg: str
    format: str | None


def as_identity_link(field: relations.HyperlinkedIdentityField) -> Representation | None:
    if field.source_attrs:
        return None
    cases = (
        hyperlinked_key("instance"),
        # The instance is there, whatever its key is.
        Case("{value} is None", "delegate(serializer, {name}, instance, skipped)"),
    )
    if field.lookup_field == "pk":
        return linked(field, *cases, access="key", source=("pk",))
    return linked(field, *cases, access="lookup", source=(field.lookup_field,))


def as_link(field: relations.HyperlinkedRelatedField[Any]) -> Representation | None:
    if field.lookup_field == "pk":
        return linked(field, hyperlinked_key("PKOnlyObject({value})"), access="key")
    return linked(field, hyperlinked("hyperlink({value}, {lookup_field}, {urls})", A_VALUE))


def hyperlinked_key(obj: str) -> Case:
    """Return the case of a raw value that is the key in the address."""
    return Case(
        "type({value}) in KEY_TYPES and ({local} := {urls}[{value}]) is not None",
        f"hyperlink_to({{local}}, {obj})",
    )


def hyperlinked(expression: str, *guards: str) -> Case:
    """Return the case of an expression that is None where DRF has to judge."""
    return Case(" and ".join((*guards, f"({{local}} := {expression}) is not None")), "{local}")


# What DRF sets on each field, whatever the class says.
LINK_OPTIONS = frozenset({"view_name", "lookup_field", "lookup_url_kwarg", "format", "reverse"})


def linked(field: Any, *cases: Case, **options: Any) -> Representation | None:
    given = vars(field)
    if not given.keys() >= LINK_OPTIONS or given["reverse"] is not reverse.reverse:
        return None
    link = Link(field.view_name, field.lookup_url_kwarg, field.format)
    if not all(type(name) in (str, type(None)) for name in (*link, field.lookup_field)):
        return None
    return Representation(
        cases,
        constants=(("link", link), ("lookup_field", field.lookup_field)),
        kept=(("links", "links_of(serializer, {link})"),),
        state=(("urls", "{links}.urls()"),),
        runs_code="access" not in options,
        **options,
    )


# What every field reads and represents through; an override sends the field to DRF.
READ_HOOKS = (
    "get_attribute",
    "to_representation",
    "source",
    "source_attrs",
    "__getattribute__",
    # How a field is made may depend on more than its class: it is made anew for each serializer.
    "__init__",
    "__new__",
    "__deepcopy__",
    "bind",
)

# The hooks that can be replaced on one field object.
METHODS = frozenset(
    {
        "get_attribute",
        "to_representation",
        "enforce_timezone",
        "default_timezone",
        "quantize",
        "use_pk_only_optimization",
        "get_url",
    }
)

TEXT = Entry(only_if("type({value}) is str"))
CHOICE_HOOKS = ("choices", "_get_choices", "_set_choices", "choice_strings_to_values")
RELATED_HOOKS = ("use_pk_only_optimization",)
LINK_HOOKS = (*RELATED_HOOKS, "get_url")

TABLE: dict[type, Entry] = {
    fields.BooleanField: Entry(
        only_if("type({value}) is bool"),
        ("TRUE_VALUES", "FALSE_VALUES", "NULL_VALUES", "_lower_if_str"),
    ),
    fields.CharField: TEXT,
    fields.EmailField: TEXT,
    fields.RegexField: TEXT,
    fields.SlugField: TEXT,
    fields.URLField: TEXT,
    fields.IPAddressField: TEXT,
    fields.UUIDField: Entry(as_uuid, ("uuid_format",)),
    fields.IntegerField: Entry(only_if("type({value}) is int")),
    fields.FloatField: Entry(only_if("type({value}) is float")),
    fields.DecimalField: Entry(
        as_decimal,
        (
            "quantize",
            "coerce_to_string",
            "localize",
            "normalize_output",
            "rounding",
            "max_digits",
            "decimal_places",
        ),
    ),
    fields.DateTimeField: Entry(
        as_datetime, ("enforce_timezone", "default_timezone", "timezone", "format")
    ),
    fields.DateField: Entry(as_date, ("format",)),
    fields.TimeField: Entry(as_time, ("format",)),
    fields.DurationField: Entry(as_duration, ("format",)),
    fields.ChoiceField: Entry(as_choice, CHOICE_HOOKS),
    fields.MultipleChoiceField: Entry(as_choices, CHOICE_HOOKS),
    # Whatever is in the folder now: a path is represented by itself.
    fields.FilePathField: Entry(only_if("type({value}) is str"), CHOICE_HOOKS),
    fields.FileField: Entry(as_file, ("use_url",)),
    fields.ImageField: Entry(as_file, ("use_url",)),
    fields.ListField: Entry(as_list),
    fields.DictField: Entry(as_items),
    fields.HStoreField: Entry(as_items),
    fields.ReadOnlyField: Entry(AS_IT_IS),
    fields._UnvalidatedField: Entry(AS_IT_IS),
    fields.JSONField: Entry(as_json, ("binary",)),
    fields.ModelField: Entry(as_model_field),
    relations.PrimaryKeyRelatedField: Entry(as_primary_key, RELATED_HOOKS),
    relations.StringRelatedField: Entry(
        only_if(A_VALUE, "str({value})", runs_code=True), RELATED_HOOKS
    ),
    relations.SlugRelatedField: Entry(as_slug, (*RELATED_HOOKS, "slug_field")),
    relations.HyperlinkedRelatedField: Entry(as_link, LINK_HOOKS),
    relations.HyperlinkedIdentityField: Entry(as_identity_link, LINK_HOOKS),
    relations.ManyRelatedField: Entry(as_rows),
}
if hasattr(fields, "BigIntegerField"):  # from DRF 3.17 on
    TABLE[fields.BigIntegerField] = Entry(as_big_integer, ("coerce_to_string",))

RUNTIME: dict[str, object] = {
    "COLLECTIONS": COLLECTIONS,
    "Decimal": decimal.Decimal,
    "KEY_TYPES": KEY_TYPES,
    "PKOnlyObject": relations.PKOnlyObject,
    "PROTECTED_TYPES": PROTECTED_TYPES,
    "UUID": uuid.UUID,
    "date": datetime.date,
    "datetime": datetime.datetime,
    "decimal_context": decimal_context,
    "duration_iso_string": duration_iso_string,
    "duration_text": duration_text,
    "in_zone": in_zone,
    "json_bytes": json_bytes,
    "localize_input": localize_input,
    "text_in_zone": text_in_zone,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "to_builtins": to_builtins,
    "utc": UTC,
}
"""The names that the templates use of this module and of others."""
