"""The models whose rows are represented, their columns and relations, and what is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.apps import apps
from django.db import connection

from tests import models
from tests.relations import library
from tests.relations.models import Author, Novel, Place, Portrait, Serial, Work
from tests.rows import models as rows

APPS = ("tests", "relations", "rows")
MODELS = {
    model.__name__: model for label in APPS for model in apps.get_app_config(label).get_models()
} | {models.ImportedPublisher.__name__: models.ImportedPublisher}


class Relation(NamedTuple):
    model: str
    many: bool


def relations_of(model):
    """Return the relations of a model by name, in both directions."""
    relations = {}
    for relation in model._meta.get_fields():
        is_reverse = relation.auto_created and not relation.concrete
        name = relation.get_accessor_name() if is_reverse else relation.name
        related = relation.related_model
        if related is not None and name and MODELS.get(related.__name__) is related:
            many = relation.one_to_many or relation.many_to_many
            relations[name] = Relation(related.__name__, many)
    return relations


def relation_names(model, *, many):
    """Return the names of a model's relations to many rows, or to one."""
    return [name for name, relation in RELATIONS[model].items() if relation.many is many]


RELATIONS = {name: relations_of(model) for name, model in MODELS.items()}
COLUMNS = {
    name: tuple(field.name for field in model._meta.concrete_fields)
    for name, model in MODELS.items()
}
PLAIN_COLUMNS = {
    name: tuple(column for column in columns if column not in RELATIONS[name])
    for name, columns in COLUMNS.items()
}

# How many rows of each model the database holds at least.
STORED = 2


def order_rows(set_attribute=setattr):
    """Give all models an order where rows without one come as it suits each query.

    Then DRF's own lists differ by whether a relation is prefetched.
    """
    if connection.vendor == "sqlite":
        return
    for model in MODELS.values():
        if not model._meta.ordering:
            set_attribute(model._meta, "ordering", ["pk"])


def store_rows():
    """Fill the database with at least `STORED` rows of each model."""
    store_books()
    library.fill()
    store_works()
    store_things()
    store_what_is_hidden()


def store_books():
    country = models.Country.objects.create(name="Ruritania")
    other = models.Country.objects.create(name="Strelsau")
    for text in ("Rassendyll", "Sapt", "Rischenheim"):
        for owner in (country, other):
            models.Remark.objects.create(country=owner, text=text)
    first = models.Publisher.objects.create(name="Hentzau Press", code="hp", country=country)
    second = models.Publisher.objects.create(name="Zenda Books", code="zb")
    tags = [models.Tag.objects.create(label=label) for label in ("swords", "castles")]
    shelves = [models.Shelf.objects.create(label=label) for label in ("top", "hidden")]
    for model, title in (
        (models.Book, "The Prisoner"),
        (models.Book, "Rupert"),
        (models.AudioBook, "Sophy"),
        (models.AudioBook, "Rassendyll"),
    ):
        book = model.objects.create(
            title=title,
            price="12.50",
            weight=0.5,
            copies=2**40,
            reading_time=timedelta(hours=6),
            isbn=f"{len(title):032}",
            added="2024-07-01T12:30:00Z",
            published="1894-04-01",
            opens="09:30",
            format="H",
            grade=2,
            metadata={"shelves": [1, None]},
            publisher=first,
            by_code=second,
            cover="covers/a b.png",
        )
        book.tags.set(tags)
        book.shelves.set(shelves)
        review = models.Review.objects.create(book=book)
        models.Review.objects.create(book=book, stars=1, answer_to=review)
    for book in models.Book.objects.all()[:2]:
        models.Blurb.objects.create(book=book, text="Swash!")
    models.Book.objects.create(title="Bare", price=1, isbn=f"{9:032}")


def store_works():
    """Store what makes two of each model that a library has one of."""
    Portrait.objects.create(author=Author.objects.get(name="Hawkins"), painter="Wilson")
    before = Novel.objects.create(title="Sophy of Kravonia", made="1906-01-01T00:00:00Z")
    Serial.objects.create(title="Dolly Dialogues", sequel_to=before, magazine="Westminster")
    Work.objects.create(title="Bare")


def store_things():
    whole = rows.Thing.objects.create(key=f"{1:032}", name="Whole", shouted="ß", words=["a", "b"])
    part = rows.Thing.objects.create(key=f"{2:032}", name="Part", part_of=whole, counted="abc")
    part.likes.set([whole, part])
    for left in (1, 2):
        rows.Pair.objects.create(left=left, right=2, text="a pair")


def store_what_is_hidden():
    """Store what managers leave out, for all or for its owner."""
    for name in ("Rudolf", "Michael"):
        keeper = rows.Keeper.objects.create(name=name)
        for pet in ("Loud", "hidden", f"hidden from {name}", "hidden from Rudolf"):
            for model in rows.PET_MODELS:
                model(keeper=keeper, name=pet).save()
    for number in range(2):
        mother = rows.Animal.objects.create(name=f"mother {number}")
        for turn in range(3):
            young = {"name": f"young {number} {turn}", "removed": turn == 1}
            mother.friends.add(rows.Animal.objects.create(mother=mother, **young))
        hidden = []
        for turn in range(2):
            own = {"name": f"animal {number} {turn}", "removed": turn == number}
            hidden.append(rows.HiddenAnimal.objects.create(**own))
        stable = rows.Stable.objects.create(first=hidden[0], one=hidden[1])
        stable.animals.set(hidden)
    lord = rows.LandLord.objects.create(name="Ruritania", land="castle")
    for _ in range(2):
        house = rows.House.objects.create(owner=lord, left=1, right=2)
        house.keepers.set([lord])
    place, other = Place.objects.order_by("pk")[:2]
    for thing, by_code in ((rows.Thing.objects.first(), place), (None, None)):
        pointer = rows.Pointer.objects.create(to=other, maybe=by_code, by_code=by_code, one=thing)
        pointer.places.set([place, other])
    for number in (1, 2):
        weighed = rows.Weighed.objects.create(
            weight=number,
            moment=f"2024-07-0{number}T12:30:00Z",
            word=f"Word {number}",
            shouted=f"word {number}",
            token=f"{number:032}",
            ratio=number / 3,
        )
        columns = ("by_weight", "by_moment", "by_word", "by_shouted", "by_token", "by_ratio")
        rows.Weighing.objects.create(**dict.fromkeys(columns, weighed))
