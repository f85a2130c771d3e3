"""`serializer.fields` whose fields are made when somebody asks for one: as REST framework's."""

from __future__ import annotations

import copy
import random

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS, spelled_out, without_addresses
from tests.hunting.overriding import FIELD_CHANGES
from tests.models import Book, Country, Publisher
from tests.relations.serializers import serializer_of

made = []


class Noted(serializers.CharField):
    """A field that says when it is made; its options are all that its name depends on."""

    def __init__(self, **options):
        made.append(options.get("help_text"))
        super().__init__(**options)


NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"]
ROW = {name: name.upper() for name in NAMES}


def noted(base):
    class NotedSerializer(base):
        locals().update({name: Noted(help_text=name, min_length=2) for name in NAMES})

    return NotedSerializer


def of_book(base):
    declared = {
        "label": serializers.SerializerMethodField(),
        "get_label": lambda self, book: f"{book.title}!",
        "secret": serializers.CharField(write_only=True, source="title"),
        "maker": serializer_of(base, Publisher, ["id", "name", "code"])(
            source="publisher", read_only=True
        ),
    }
    fields = ["id", "title", "pages", "label", "secret", "maker", "publisher", "price"]
    extra = {"price": {"help_text": "Price", "required": False}}
    return serializer_of(
        base, Book, fields, declared, read_only_fields=["pages"], extra_kwargs=extra
    )


@pytest.fixture(params=FAST_FORMS, ids=lambda form: form.__name__)
def form(request):
    return request.param


def used(serializer_class, source):
    """Return a class that has been used twice: the first use is REST framework's."""
    for _ in range(2):
        serializer_class(source).data  # noqa: B018
    made.clear()
    return serializer_class


@pytest.fixture
def lazy_class(form):
    return used(form(noted, Serializer), ROW)


@pytest.fixture
def lazy(lazy_class):
    return lazy_class(ROW)


# Names, and what is not there, for which no field is made.


def left_after(change):
    return lambda fields: (change(fields), [*fields])[1]


def pop_two(fields):
    fields.pop("first")
    fields.pop("second", None)


def pop_all_but_one(fields):
    for name in set(fields) - {"fifth"}:
        fields.pop(name)


LOOKS = {
    "names": lambda fields: [[*fields], [*fields.keys()], len(fields), bool(fields)],
    "membership": lambda fields: ["first" in fields, "other" in fields, None in fields],
    "sets of names": lambda fields: sorted(set(fields) - (fields.keys() & {"first", "x"})),
    "names of a dict": lambda fields: fields.keys() == dict.fromkeys(NAMES).keys(),
    "get": lambda fields: [fields.get("other"), fields.get("other", 5), fields.pop("other", 5)],
    "pop": left_after(pop_two),
    "delete": left_after(lambda fields: fields.__delitem__("third")),
    "leave one": left_after(pop_all_but_one),
    "clear": left_after(lambda fields: fields.clear()),
    "item": lambda fields: fields["other"],
    "pop of nothing": lambda fields: fields.pop("other"),
    "delete nothing": lambda fields: fields.__delitem__("other"),
    "update": lambda fields: fields.update(other=None),
    "set": lambda fields: fields.__setitem__("other", 5),
    "unhashable pop": lambda fields: fields.pop(["other"]),
    "unhashable item": lambda fields: fields[["other"]],
}


def test_looking_at_names_makes_no_field(lazy_class):
    for name, look in LOOKS.items():
        reference, lazy = noted(Serializer)(ROW), lazy_class(ROW)
        expected = attempted(lambda: look(reference.fields))  # noqa: B023
        made.clear()
        assert attempted(lambda: look(lazy.fields)) == expected, name  # noqa: B023
        assert made == [], name
        assert [*lazy.fields] == [*reference.fields], name
        if "other" not in lazy.fields:
            assert spelled_out(lazy.data) == spelled_out(reference.data), name


ASKS = {
    "item": lambda fields: fields["second"],
    "get": lambda fields: fields.get("second"),
    "items": lambda fields: dict(fields.items())["second"],
    "values": lambda fields: [*fields.values()][1],
    "pop": lambda fields: fields.pop("second"),
    "setdefault": lambda fields: fields.setdefault("second", None),
    "the dict behind": lambda fields: fields.fields["second"],
}


def test_a_field_that_is_asked_for_is_made_and_bound(lazy_class):
    for name, ask in ASKS.items():
        lazy = lazy_class(ROW)
        made.clear()
        field = ask(lazy.fields)
        assert isinstance(field, Noted)
        assert field.help_text == field.field_name == field.source == "second"
        assert made.count("second") == 1, name
        assert field.parent is lazy
        if "second" in lazy.fields:
            assert lazy.fields["second"] is field
            assert lazy["second"].value == "SECOND"
        assert field.run_validation("ab") == "ab"
        with pytest.raises(serializers.ValidationError):
            field.run_validation("a")


def test_items_and_values_make_what_they_give(lazy):
    first = next(iter(lazy.fields.values()))
    assert next(iter(lazy.fields.items())) == ("first", first)
    assert made == ["first"]
    assert [field.field_name for field in lazy.fields.values()] == made == NAMES


def test_copies_and_comparisons_of_fields_are_rest_framework_s(lazy, lazy_class):
    reference = noted(Serializer)(ROW)
    for again in (copy.copy, copy.deepcopy):
        assert shown_fields(again(lazy.fields)) == shown_fields(again(reference.fields))
    assert lazy.fields == lazy.fields
    assert lazy.fields != lazy_class(ROW).fields
    assert lazy.fields == dict(lazy.fields.items())


def shown_fields(fields):
    return [(name, repr(field), field.source) for name, field in fields.items()]


def test_what_was_popped_may_be_put_back(lazy_class):
    def moved(serializer):
        fields = serializer.fields
        fields["renamed"] = fields.pop("second")
        fields["copied"] = copy.deepcopy(fields.pop("third"))
        taken = fields.pop("fourth")
        taken.help_text, taken.source = "changed", None
        fields["fourth"] = taken
        popped = fields.pop("fifth")
        found = [isinstance(popped, Noted), repr(popped), copy.copy(popped).help_text]
        fields[popped.help_text] = copy.deepcopy(popped)
        # Its source is its name by now.
        found.append(attempted(lambda: fields.__setitem__("sixth", fields.pop("sixth"))))
        return [*found, popped == popped, len({popped, popped}), *shown_fields(fields)]

    row = {**ROW, "renamed": 1, "copied": 2}
    reference, fast = noted(Serializer)(row), lazy_class(row)
    assert moved(fast) == moved(reference)
    assert repr(fast) == repr(reference)
    assert spelled_out(fast.data) == spelled_out(reference.data)


def test_fields_of_one_serializer_are_given_to_another(lazy):
    other = type("Other", (Serializer,), {})({**ROW, "first": "T"})
    other.fields["taken"] = lazy.fields.pop("first")
    other.fields["other"] = lazy.fields["second"]
    assert other.data == {"taken": "T", "other": "SECOND"}
    assert other.fields["taken"].parent is other


# A field that is made late equals one that was made early.


def described(field):
    """Return the attributes of a field, and of those within it, apart from when it was made."""
    if not isinstance(field, serializers.Field):
        return without_addresses(field)
    left_out = {"_creation_counter", "parent", "fields", "_fastserializers"}
    if isinstance(field, serializers.BaseSerializer):
        # A class for a nested one is made each time.
        left_out |= {"_args", "_kwargs"}
    kept = {name: described(value) for name, value in vars(field).items() if name not in left_out}
    inner = getattr(field, "fields", {}) if isinstance(field, Serializer) else {}
    named = {name: described(one) for name, one in inner.items()}
    return type(field).__name__, kept, named


class Locker(models.Model):
    room = models.CharField(max_length=5)
    place = models.IntegerField(default=3)
    day = models.DateField(auto_now_add=True)
    code = models.SlugField(unique_for_date="day")
    note = models.TextField(blank=True, validators=[])

    class Meta:
        app_label = "tests"
        managed = False
        unique_together = [("room", "place")]
        constraints = [
            models.UniqueConstraint(fields=["code", "place"], name="code_of_place"),
            models.CheckConstraint(condition=models.Q(place__gt=0), name="locker_place"),
        ]


def of_locker(fields):
    extra = {"note": {"trim_whitespace": False}}
    return lambda base: serializer_of(base, Locker, fields, extra_kwargs=extra)


OPTIONAL = {"required": False}
LOCKER = Locker(room="r", place=1, code="c", note="n", pk=1)
MODELS = {
    "a book": (of_book, Book(title="T", pages=3)),
    "everything of a publisher": (
        lambda base: serializer_of(base, Publisher, "__all__", depth=2),
        Publisher(name="P", code="c"),
    ),
    "a locker": (of_locker("__all__"), LOCKER),
    "a part of a locker": (of_locker(["room", "code"]), LOCKER),
    # DRF takes `required` out of the options of a field that is only read, here of both.
    "options that two fields share": (
        lambda base: serializer_of(
            base, Book, ["id", "title"], extra_kwargs=dict.fromkeys(["id", "title"], OPTIONAL)
        ),
        Book(id=1, title="Title"),
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_a_field_that_is_made_late_is_that_which_is_made_early(form, name):
    make, instance = MODELS[name]
    early = make(ModelSerializer)(instance)
    late = used(form(make, ModelSerializer), instance)(instance)
    names = [*early.fields]
    assert [*late.fields] == names
    for name in reversed(names):
        assert described(late.fields[name]) == described(early.fields[name]), name
    assert [*late.fields] == names
    # In the order in which they are shown, whenever they were made.
    assert repr(late) == repr(early)
    assert described(late)[2] == described(early)[2]
    assert repr(late.get_validators()) == repr(early.get_validators())


MISTAKES = [
    {"fields": ["title", "nothing"]},
    {"fields": ["title", "title"]},
    {"fields": ["title"], "exclude": ["title"]},
    {"fields": "title"},
    {},
    {"exclude": ["nothing"]},
    {"fields": ["title"], "extra_kwargs": {"title": {"nonsense": 1}}},
    {"fields": ["title"], "extra_kwargs": {"title": {"source": "title"}}},
    {"fields": ["title"], "extra_kwargs": {"title": {"source": "nothing"}}},
    {"fields": ["pages"], "extra_kwargs": {"pages": {"read_only": True, "required": True}}},
    {"fields": ["title"], "read_only_fields": "title"},
    {"fields": ["title"], "depth": 11},
    {"fields": ["title"], "model": None},
]


ATTEMPTS = [
    lambda cls: cls(Book(title="T")),
    lambda cls: cls(Book(title="T")).fields,
    lambda cls: [*cls(Book(title="T")).fields],
    lambda cls: cls(Book(title="T")).fields.pop("title"),
    lambda cls: cls(Book(title="T")).data,
    lambda cls: cls([Book(title="T")], many=True).data,
    lambda cls: cls([], many=True).data,
    lambda cls: repr(cls()),
]


def test_mistakes_in_meta_are_said_at_the_same_moment(form):
    def attempts(serializer_class):
        for attempt in ATTEMPTS * 3:
            yield attempted(lambda: attempt(serializer_class))  # noqa: B023

    for options in MISTAKES:

        def make(base, options=options):
            meta = type("Meta", (), {"model": Book, **options})
            return type(base)("MistakenSerializer", (base,), {"Meta": meta})

        expected = [*attempts(make(ModelSerializer))]
        assert [*attempts(form(make, ModelSerializer))] == expected, options


def attempted(attempt):
    try:
        return without_addresses(attempt())
    except Exception as error:
        return type(error), str(error)


# Taking, popping, replacing, adding, reordering and changing fields in every order.


def changed_at_random(serializer, rng):
    for _ in range(rng.randrange(6)):
        inner = serializer.fields.get("inner") if rng.random() < 0.3 else None
        owner = inner if isinstance(inner, Serializer) else serializer
        rng.choice([*FIELD_CHANGES.values(), *MORE_CHANGES])(owner)


def changing(base):
    class Inner(base):
        first = serializers.CharField()
        second = serializers.IntegerField()
        pk = serializers.CharField(default="inner")

    class ChangingSerializer(base):
        locals().update({name: serializers.CharField(help_text=name) for name in NAMES[:4]})
        locals().update(inner=Inner(), listed=Inner(many=True))

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            changed_at_random(self, random.Random(self.context["seed"]))  # noqa: S311

    return ChangingSerializer


MORE_CHANGES = [
    lambda serializer: len(serializer.fields),
    lambda serializer: "third" in serializer.fields,
    lambda serializer: serializer.fields.get("third"),
    lambda serializer: serializer.fields.pop("second", None),
]
INNER = {"first": "i", "second": 2, "pk": "inner"}
CHANGED = {**{name: name for name in NAMES}, "pk": "pk", "inner": INNER, "listed": [INNER]}


def test_changes_of_fields_in_every_order(form):
    """Before the first reading, and between readings."""

    def outputs(serializer_class, seed):
        context = {"seed": seed}
        one = serializer_class(CHANGED, context=context)
        many = serializer_class([CHANGED] * (seed % 25), many=True, context=context)
        unread = serializer_class(CHANGED, context=context)
        yield attempted(lambda: spelled_out(one.data))
        rng = random.Random(seed)  # noqa: S311
        for _ in range(4):
            yield attempted(lambda: repr(one))
            yield attempted(lambda: spelled_out(one.to_representation(CHANGED)))
            yield attempted(lambda: changed_at_random(one, rng))
        yield attempted(lambda: spelled_out(many.data))
        yield attempted(lambda: repr(unread))
        # The other forms do not validate.
        if form is FAST_FORMS[-1]:
            yield [attempted(lambda data=data: unread.run_validation(data)) for data in GIVEN]
        yield attempted(lambda: spelled_out(unread.data))

    reference, fast = changing(Serializer), form(changing, Serializer)
    for _ in range(2):
        assert [*outputs(fast, 0)] == [*outputs(reference, 0)]
    # Each form in orders of its own.
    first = 60 * FAST_FORMS.index(form)
    for seed in range(first, first + 60):
        assert [*outputs(fast, seed)] == [*outputs(reference, seed)], seed


GIVEN = ({}, {"first": "", "inner": {}}, CHANGED)


def test_a_list_whose_serializer_has_looked_at_a_field_is_read_as_rows(
    form, db, django_assert_num_queries
):
    class LooksAtName:
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.fields["name"].help_text = "which name"

    def make(base):
        inner = serializer_of(base, Country, ["name"])
        cls = serializer_of(base, Publisher, ["id", "name"], {"country": inner()})
        return type(base)("LookingSerializer", (LooksAtName, cls), {})

    for number in range(3):
        country = Country.objects.create(name=f"C{number}")
        Publisher.objects.create(name="P", code=f"p{number}", country=country)
    fast = form(make, ModelSerializer)
    expected = make(ModelSerializer)(Publisher.objects.order_by("id"), many=True).data
    for _ in range(2):
        with django_assert_num_queries(2):
            assert fast(Publisher.objects.order_by("id"), many=True).data == expected
