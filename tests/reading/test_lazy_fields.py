"""`serializer.fields` whose fields are made when somebody asks for one: as REST framework's."""

from contextlib import suppress
from functools import partial
from operator import itemgetter, methodcaller

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from fastserializers import FastSerializerMixin
from fastserializers.views import reading_fast
from tests.differential import assert_alike, made_of, without_addresses
from tests.models import Book, Publisher
from tests.named import all_of
from tests.relations.serializers import methods, nested, shape
from tests.rendering.values import outcome

made = []


class Noted(serializers.CharField):
    """A field that says when it is made; its options are all that its name depends on."""

    def __init__(self, **options):
        made.append(options.get("help_text"))
        super().__init__(**options)


NAMES = ["first", "second", "third", "fourth", "fifth", "sixth"]
ROW = {name: name.upper() for name in NAMES}


def noted(base):
    return made_of({name: Noted(help_text=name, min_length=2) for name in NAMES}, base)


def label(serializer, book):
    return f"{book.title}!"


of_book = shape(
    Book,
    ["id", "title", "pages", "label", "secret", "maker", "publisher", "price"],
    {
        "secret": serializers.CharField(write_only=True, source="title"),
        "maker": nested(
            shape(Publisher, ["id", "name", "code"]), source="publisher", read_only=True
        ),
        **methods(label=label),
    },
    read_only_fields=["pages"],
    extra_kwargs={"price": {"help_text": "Price", "required": False}},
)


class FastSerializer(FastSerializerMixin, Serializer): ...


class FastModelSerializer(FastSerializerMixin, ModelSerializer): ...


lazy_class = noted(FastSerializer)


@pytest.fixture
def lazy():
    assert lazy_class(ROW).data == ROW
    made.clear()
    return lazy_class(ROW)


# Names, and what is not there, for which no field is made.


def test_looking_at_names_makes_no_field(lazy):
    fields = lazy.fields
    assert [*fields] == [*fields.keys()] == NAMES
    assert len(fields) == 6
    assert fields
    assert "first" in fields
    assert "other" not in fields
    assert None not in fields
    assert set(fields) - (fields.keys() & {"first", "x"}) == {*NAMES[1:]}
    assert fields.keys() == dict.fromkeys(NAMES).keys()
    assert fields.get("other", 5) == 5
    assert fields.pop("other", 5) == 5
    assert made == []


def test_taking_fields_away_makes_none(lazy):
    lazy.fields.pop("first")
    lazy.fields.pop("second", None)
    del lazy.fields["third"]
    "fourth" in lazy.fields and lazy.fields.pop("fourth")
    with suppress(KeyError):
        lazy.fields.pop("fifth")
    assert [*lazy.fields] == NAMES[5:]
    assert made == []
    assert lazy.data == {"sixth": "SIXTH"}
    lazy.fields.clear()
    assert [*lazy.fields] == []


def test_names_that_are_not_there(lazy):
    with pytest.raises(KeyError, match="other"):
        lazy.fields["other"]
    with pytest.raises(KeyError, match="other"):
        lazy.fields.pop("other")
    with pytest.raises(KeyError, match="other"):
        del lazy.fields["other"]
    with pytest.raises(AttributeError, match="bind"):
        lazy.fields["other"] = None
    with pytest.raises(TypeError, match="unhashable"):
        lazy.fields.pop(["other"])
    with pytest.raises(TypeError, match="unhashable"):
        lazy.fields[["other"]]
    assert made == []


# Fields that are asked for.


def pop(fields):
    return fields.pop("second")


def setdefault(fields):
    return fields.setdefault("second", None)


@pytest.mark.parametrize(
    "ask",
    [itemgetter("second"), methodcaller("get", "second"), pop, setdefault],
    ids=["item", "get", "pop", "setdefault"],
)
def test_a_field_that_is_asked_for_is_made_and_bound(lazy, ask):
    field = ask(lazy.fields)

    assert isinstance(field, Noted)
    assert field.help_text == field.field_name == field.source == "second"
    assert made.count("second") == 1
    assert field.parent is lazy
    with pytest.raises(serializers.ValidationError):
        field.run_validation("a")


# `super().get_fields()` in a serializer that reads fast, which is changed as a dict.


class Changes:
    """What is made of the fields."""

    def updates(fields):
        fields.update(first=serializers.CharField(source="second"))
        return fields

    def merges_in_place(fields):
        fields |= {"more": serializers.CharField(source="first")}
        return fields

    def sets_by_default(fields):
        fields.setdefault("first", None)
        fields.setdefault("more", serializers.CharField(source="first"))
        return fields

    def renames(fields):
        fields["other"] = fields.pop("first")
        return fields

    def moves_to_the_end(fields):
        fields["first"] = fields.pop("first")
        return fields

    def merges(fields):
        return {**fields, "more": serializers.CharField(source="first")}

    def merges_with_a_dict(fields):
        return {"more": serializers.CharField(source="first")} | fields

    def drops_one_that_it_has_looked_at(fields):
        if fields["first"].min_length:
            del fields["first"]
        return fields


CHANGES = all_of(Changes)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_fields_that_get_fields_changes(agree, change):
    def make(base):
        class ChangingSerializer(noted(base)):
            def get_fields(self):
                return change(super().get_fields())

        return ChangingSerializer

    agree(make, {**ROW, "other": "O"})


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


of_locker, of_a_part = (
    shape(Locker, names, extra_kwargs={"note": {"trim_whitespace": False}})
    for names in ("__all__", ["room", "code"])
)
of_publisher = shape(Publisher, "__all__", depth=2)
OPTIONAL = {"required": False}
# DRF takes `required` out of the options of a field that is only read, here of both.
with_shared_options = shape(
    Book, ["id", "title"], extra_kwargs={"id": OPTIONAL, "title": OPTIONAL}
)
LOCKER = Locker(room="r", place=1, code="c", note="n", pk=1)
MODELS = {
    "a book": (of_book, Book(title="T", pages=3)),
    "everything of a publisher": (of_publisher, Publisher(name="P", code="c")),
    "a locker": (of_locker, LOCKER),
    "a part of a locker": (of_a_part, LOCKER),
    "options that two fields share": (with_shared_options, Book(id=1, title="Title")),
}


@pytest.mark.parametrize(("make", "instance"), MODELS.values(), ids=MODELS)
def test_a_field_that_is_made_late_is_that_which_is_made_early(make, instance):
    early, late = make(ModelSerializer)(instance), make(FastModelSerializer)(instance)
    names = [*early.fields]
    assert [*late.fields] == names
    backwards = names[::-1]
    found = {name: described(late.fields[name]) for name in backwards}
    assert found == {name: described(early.fields[name]) for name in backwards}
    assert [*late.fields] == names
    # In the order in which they are shown, whenever they were made.
    assert repr(late) == repr(early)
    assert described(late)[2] == described(early)[2]
    assert repr(late.get_validators()) == repr(early.get_validators())


MISTAKES = [
    {"fields": ["title", "nothing"]},
    {"fields": ["title"], "exclude": ["title"]},
    {},
    {"fields": ["title"], "extra_kwargs": {"title": {"source": "title"}}},
]


def names_of_fields(serializer_class):
    return [*serializer_class().fields]


def data(serializer_class):
    return serializer_class(Book(title="T")).data


def data_of_an_empty_list(serializer_class):
    return serializer_class([], many=True).data


ATTEMPTS = [names_of_fields, data, data_of_an_empty_list]


def attempts(serializer_class):
    """Return what becomes of all attempts, which are repeated once."""
    return [outcome(partial(attempt, serializer_class)) for attempt in ATTEMPTS * 2]


@pytest.mark.parametrize("options", MISTAKES, ids=" ".join)
def test_mistakes_in_meta_are_said_at_the_same_moment(options):
    meta = type("Meta", (), {"model": Book, **options})
    assert_alike(attempts, made_of({"Meta": meta}, ModelSerializer))


def test_a_serializer_validates_by_the_fields_that_were_changed(lazy):
    lazy.fields.pop("first")
    lazy.fields["second"].allow_blank = True
    lazy.fields["more"] = serializers.CharField()
    with pytest.raises(serializers.ValidationError) as raised:
        lazy.run_validation({"first": "a", "second": "", "third": "a"})
    assert [*raised.value.detail] == ["third", "fourth", "fifth", "sixth", "more"]


def test_the_link_of_a_serializer_whose_get_fields_makes_fields(db):
    class LinkSerializer(serializers.HyperlinkedModelSerializer):
        class Meta:
            model = Publisher
            fields = ["url", "name"]
            extra_kwargs = {"url": {"view_name": "publisher-detail", "lookup_field": "code"}}

        def get_fields(self):
            return {name: field for name, field in super().get_fields().items() if name == "url"}

    with reading_fast():
        serializer = LinkSerializer()
        views = {name: field.view_name for name, field in serializer.fields.items()}
    assert views == {"url": "publisher-detail"}
    assert serializer.url_field_name == "url"
