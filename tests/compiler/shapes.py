"""The rows of queries whose generated functions lie in `golden/`: what stands where in them.

Written down here as a query of each database gives them, so that the files are the same on all.
"""

from fastserializers.compiler.sources.shapes import Layout, RelatedShape, Shape
from fastserializers.rows.conversions import (
    BOOLEAN,
    DATE,
    HEX_UUID,
    JSON_TEXT,
    NAIVE_UTC,
    stored_number,
)
from fastserializers.rows.pg_text import TEXT_TYPES
from tests.models import Book, Country, Publisher, Tag

# What SQLite gives for columns that Django converts.
SQLITE = {
    "isbn": HEX_UUID,
    "price": stored_number(8, 2),
    "published": DATE,
    "added": NAIVE_UTC,
    "in_print": BOOLEAN,
    "metadata": JSON_TEXT,
}
# What PostgreSQL gives that is asked for texts.
POSTGRESQL = {
    "price": TEXT_TYPES["numeric"].conversion,
    "added": TEXT_TYPES["timestamptz"].conversion,
}


def layout_of(model, names, conversions, first=0):
    """Return the layout of a model whose columns stand in a row from position `first` on."""
    places = {name: place for place, name in enumerate(names, start=first)}
    of_places = {places[name]: conversion for name, conversion in conversions.items()}
    return Layout(model, tuple(places.items()), of_places)


BOOK_COLUMNS = ("id", "title", "isbn", "price", "published", "added", "opens", "in_print")
BOOK_COLUMNS += ("metadata", "publisher_id")
PUBLISHER_COLUMNS = ("id", "name", "code", "country_id")

COUNTRIES = Shape(layout_of(Country, ("id", "name"), {}))
PUBLISHERS = Shape(layout_of(Publisher, PUBLISHER_COLUMNS, {}))
TAGS = Shape(layout_of(Tag, ("id", "label"), {}))

# Book.objects.all()
BOOKS = Shape(layout_of(Book, BOOK_COLUMNS, SQLITE))
BOOKS_AS_TEXT = Shape(layout_of(Book, BOOK_COLUMNS, POSTGRESQL))

# Book.objects.select_related("publisher__country")


def joined(name, layout, key, *below):
    """Return a relation to columns of the same row."""
    return RelatedShape(name, Shape(layout, below), key, "join", may_be_none=True)


COUNTRY = joined("country", layout_of(Country, ("id", "name"), {}, first=14), 14)
PUBLISHER = joined("publisher", layout_of(Publisher, PUBLISHER_COLUMNS, {}, 10), 10, COUNTRY)
BOOKS_JOINED = BOOKS._replace(related=(PUBLISHER,))

# Book.objects.prefetch_related("publisher__country", "tags")
BOOKS_LINKED = BOOKS._replace(
    related=(
        RelatedShape(
            "publisher",
            PUBLISHERS._replace(
                related=(RelatedShape("country", COUNTRIES, 3, "key", may_be_none=True),)
            ),
            key=9,
            reached_by="key",
            may_be_none=True,
        ),
        RelatedShape("tags", TAGS, 0, "key", single=False),
    )
)


def with_instances(shape):
    """Return the shape of the same rows for a serializer whose code is given an instance."""
    return shape._replace(
        instances_escape=True,
        related=tuple(
            related._replace(shape=with_instances(related.shape)) for related in shape.related
        ),
    )


BOOKS_WITH_A_METHOD = with_instances(BOOKS_LINKED)._replace(has_instances=True)
# django-imagekit connects `post_init` for all models: each row has an instance by then.
