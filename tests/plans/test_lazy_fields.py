"""`serializer.fields` whose fields are made when somebody asks for one: as REST framework's."""

from __future__ import annotations

import copy
import random

import pytest
from django.db import models
from rest_framework import serializers
from rest_framework.serializers import ModelSerializer, Serializer

from tests.differential import FAST_FORMS, every_form, spelled_out, without_addresses
from tests.hunting.overriding import FIELD_CHANGES
from tests.models import Book, Country, Publisher

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
    class MakerSerializer(base):
        class Meta:
            model = Publisher
            fields = ["id", "name", "code"]

    class BookSerializer(base):
        label = serializers.SerializerMethodField()
        secret = serializers.CharField(write_only=True, source="title")
        maker = MakerSerializer(source="publisher", read_only=True)

        class Meta:
            model = Book
            fields = ["id", "title", "pages", "label", "secret", "maker", "publisher", "price"]
            read_only_fields = ["pages"]
            extra_kwargs = {"price": {"help_text": "Price", "required": False}}

        def get_label(self, book):
            return f"{book.title}!"

    return BookSerializer


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


def look_at_names(fields):
    return [[*fields], [*fields.keys()], len(fields), bool(fields)]


def ask_whether_they_are_there(fields):
    return ["first" in fields, "other" in fields, None in fields]


def compare_names(fields):
    return sorted(set(fields) - (fields.keys() & {"first", "x"}))


def compare_with_a_dict(fields):
    return fields.keys() == dict.fromkeys(NAMES).keys()


def get_another(fields):
    return [fields.get("other"), fields.get("other", 5), fields.pop("other", 5)]


def pop_two(fields):
    fields.pop("first")
    fields.pop("second", None)


def delete_one(fields):
    del fields["third"]


def pop_all_but_one(fields):
    for name in set(fields) - {"fifth"}:
        fields.pop(name)


def clear(fields):
    fields.clear()


def take_another(fields):
    return fields["other"]


def pop_another(fields):
    return fields.pop("other")


def delete_another(fields):
    del fields["other"]


def update_with_none(fields):
    fields.update(other=None)


def set_a_number(fields):
    fields["other"] = 5


def pop_an_unhashable_name(fields):
    return fields.pop(["other"])


def take_an_unhashable_name(fields):
    return fields[["other"]]


LOOKS = [
    look_at_names,
    ask_whether_they_are_there,
    compare_names,
    compare_with_a_dict,
    get_another,
    pop_two,
    delete_one,
    pop_all_but_one,
    clear,
    take_another,
    pop_another,
    delete_another,
    update_with_none,
    set_a_number,
    pop_an_unhashable_name,
    take_an_unhashable_name,
]


def looked(look, serializer_class):
    """Return what a look gives, which fields it makes, and what the serializer has afterwards."""
    serializer = serializer_class(ROW)
    made.clear()
    found, made_by_it = attempted(look, serializer.fields), [*made]
    output = spelled_out(serializer.data) if "other" not in serializer.fields else None
    return found, made_by_it, [*serializer.fields], output


def test_looking_at_names_makes_no_field(lazy_class):
    reference = noted(Serializer)
    expected = {look.__name__: looked(look, reference) for look in LOOKS}

    found = {look.__name__: looked(look, lazy_class) for look in LOOKS}

    # All fields of REST framework's are made at once.
    assert found == {
        name: (result, [], names, output) for name, (result, _, names, output) in expected.items()
    }


def item(fields):
    return fields["second"]


def get(fields):
    return fields.get("second")


def items(fields):
    return dict(fields.items())["second"]


def values(fields):
    return [*fields.values()][1]


def pop(fields):
    return fields.pop("second")


def setdefault(fields):
    return fields.setdefault("second", None)


def the_dict_behind(fields):
    return fields.fields["second"]


def test_a_field_that_is_asked_for_is_made_and_bound(subtests, lazy_class):
    for ask in (item, get, items, values, pop, setdefault, the_dict_behind):
        with subtests.test(ask=ask.__name__):
            lazy = lazy_class(ROW)
            made.clear()

            field = ask(lazy.fields)

            assert isinstance(field, Noted)
            assert field.help_text == field.field_name == field.source == "second"
            assert made.count("second") == 1
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
    assert shown_fields(copy.copy(lazy.fields)) == shown_fields(copy.copy(reference.fields))
    assert shown_fields(copy.deepcopy(lazy.fields)) == shown_fields(
        copy.deepcopy(reference.fields)
    )
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
        found.append(attempted(fields.__setitem__, "sixth", fields.pop("sixth")))
        return [*found, popped == popped, len({popped, popped}), *shown_fields(fields)]

    row = {**ROW, "renamed": 1, "copied": 2}
    reference, fast = noted(Serializer)(row), lazy_class(row)
    assert moved(fast) == moved(reference)
    assert repr(fast) == repr(reference)
    assert spelled_out(fast.data) == spelled_out(reference.data)


def test_fields_of_one_serializer_are_given_to_another(lazy):
    class OtherSerializer(Serializer):
        pass

    other = OtherSerializer({**ROW, "first": "T"})
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


def of_locker(names):
    """Return a function that makes a class of lockers, on the base that it is given."""

    def make(base):
        class LockerSerializer(base):
            class Meta:
                model = Locker
                fields = names
                extra_kwargs = {"note": {"trim_whitespace": False}}

        return LockerSerializer

    return make


def of_publisher(base):
    class PublisherSerializer(base):
        class Meta:
            model = Publisher
            fields = "__all__"
            depth = 2

    return PublisherSerializer


def with_shared_options(base):
    """DRF takes `required` out of the options of a field that is only read, here of both."""

    class BookSerializer(base):
        class Meta:
            model = Book
            fields = ["id", "title"]
            extra_kwargs = dict.fromkeys(["id", "title"], OPTIONAL)

    return BookSerializer


OPTIONAL = {"required": False}
LOCKER = Locker(room="r", place=1, code="c", note="n", pk=1)
MODELS = {
    "a book": (of_book, Book(title="T", pages=3)),
    "everything of a publisher": (of_publisher, Publisher(name="P", code="c")),
    "a locker": (of_locker("__all__"), LOCKER),
    "a part of a locker": (of_locker(["room", "code"]), LOCKER),
    "options that two fields share": (with_shared_options, Book(id=1, title="Title")),
}


def test_a_field_that_is_made_late_is_that_which_is_made_early(subtests, form):
    for name, (make, instance) in MODELS.items():
        with subtests.test(serializer=name):
            early = make(ModelSerializer)(instance)
            late = used(form(make, ModelSerializer), instance)(instance)
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


def construct(serializer_class):
    return serializer_class(Book(title="T"))


def fields(serializer_class):
    return construct(serializer_class).fields


def names_of_fields(serializer_class):
    return [*fields(serializer_class)]


def pop_the_title(serializer_class):
    return fields(serializer_class).pop("title")


def data(serializer_class):
    return construct(serializer_class).data


def data_of_a_list(serializer_class):
    return serializer_class([Book(title="T")], many=True).data


def data_of_an_empty_list(serializer_class):
    return serializer_class([], many=True).data


def text(serializer_class):
    return repr(serializer_class())


ATTEMPTS = [
    construct,
    fields,
    names_of_fields,
    pop_the_title,
    data,
    data_of_a_list,
    data_of_an_empty_list,
    text,
]


def attempts(serializer_class):
    """Return what becomes of all attempts, which are repeated twice."""
    return [attempted(attempt, serializer_class) for attempt in ATTEMPTS * 3]


@pytest.mark.parametrize("options", MISTAKES, ids=" ".join)
def test_mistakes_in_meta_are_said_at_the_same_moment(options):
    def make(base):
        class MistakenSerializer(base):
            class Meta:
                model = Book
                locals().update(options)

        return MistakenSerializer

    reference, *forms = every_form(make, ModelSerializer)
    expected = attempts(reference)
    assert [attempts(fast) for fast in forms] == [expected] * len(forms)


def attempted(attempt, *arguments):
    try:
        return without_addresses(attempt(*arguments))
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


def count_the_fields(serializer):
    return len(serializer.fields)


def ask_for_the_third(serializer):
    return "third" in serializer.fields


def get_the_third(serializer):
    return serializer.fields.get("third")


def pop_the_second(serializer):
    return serializer.fields.pop("second", None)


MORE_CHANGES = [count_the_fields, ask_for_the_third, get_the_third, pop_the_second]
INNER = {"first": "i", "second": 2, "pk": "inner"}
CHANGED = {**{name: name for name in NAMES}, "pk": "pk", "inner": INNER, "listed": [INNER]}


def data_of(serializer):
    return spelled_out(serializer.data)


def changed_outputs(serializer_class, seed, validates):
    """Return what fields that change at random give, before and between readings."""
    context = {"seed": seed}
    one = serializer_class(CHANGED, context=context)
    many = serializer_class([CHANGED] * (seed % 25), many=True, context=context)
    unread = serializer_class(CHANGED, context=context)
    outputs = [attempted(data_of, one)]
    rng = random.Random(seed)  # noqa: S311
    for _ in range(4):
        outputs += [
            attempted(repr, one),
            attempted(lambda: spelled_out(one.to_representation(CHANGED))),
            attempted(changed_at_random, one, rng),
        ]
    outputs += [attempted(data_of, many), attempted(repr, unread)]
    if validates:
        outputs += [attempted(unread.run_validation, given) for given in GIVEN]
    return [*outputs, attempted(data_of, unread)]


def test_changes_of_fields_in_every_order(form):
    # The other forms do not validate.
    validates = form is FAST_FORMS[-1]
    reference, fast = changing(Serializer), form(changing, Serializer)
    # Each form in orders of its own, after one that is read twice.
    first = 30 * FAST_FORMS.index(form)
    for seed in (0, 0, *range(first, first + 30)):
        expected = changed_outputs(reference, seed, validates)
        assert changed_outputs(fast, seed, validates) == expected, seed


GIVEN = ({}, {"first": "", "inner": {}}, CHANGED)


def test_a_list_whose_serializer_has_looked_at_a_field_is_read_as_rows(
    form, db, django_assert_num_queries
):
    def make(base):
        class CountrySerializer(base):
            class Meta:
                model = Country
                fields = ["name"]

        class PublisherSerializer(base):
            country = CountrySerializer()

            class Meta:
                model = Publisher
                fields = ["id", "name", "country"]

            def __init__(self, *args, **kwargs):
                super().__init__(*args, **kwargs)
                self.fields["name"].help_text = "which name"

        return PublisherSerializer

    for number in range(3):
        country = Country.objects.create(name=f"C{number}")
        Publisher.objects.create(name="P", code=f"p{number}", country=country)
    fast = form(make, ModelSerializer)
    expected = make(ModelSerializer)(Publisher.objects.order_by("id"), many=True).data
    for _ in range(2):
        with django_assert_num_queries(2):
            assert fast(Publisher.objects.order_by("id"), many=True).data == expected
