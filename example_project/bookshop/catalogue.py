"""The rows of the shop, which depend only on the seed and on their number."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.utils.text import slugify

from bookshop.models import Author, Book, Publisher, Review, Tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

FIRST_NAMES = (
    "Ada", "Björn", "Chloé", "Dmytro", "Élodie", "Fatima", "Gábor", "Hanna", "İpek", "João",
    "Kateřina", "Łukasz", "Minh", "Noémie", "Óscar", "Priya", "Quentin", "Réka", "Søren", "Tuğba",
    "Ümit", "Věra", "Wiebke", "Ximena", "Yūki", "Zoë", "Ольга", "Νίκος", "美咲", "Nuala",
)  # fmt: skip
LAST_NAMES = (
    "Ångström", "Brontë", "Çelik", "Dvořák", "Eriksen", "Fernández", "Gołąb", "Horváth",
    "Ibrahim", "Jansen", "Kovač", "Lefèvre", "Müller", "Nguyễn", "O'Brien", "Pérez", "Rossi",
    "Şahin", "Tanaka", "Đurić", "Visser", "Weiß", "Шевченко", "Παππάς", "山田",
)  # fmt: skip
TITLES = (
    "The {quality} {thing}",
    "A {thing} in {place}",
    "{place}: {quality} Days",
    "The {thing} & the {other}",
    "“{thing}”, Said the {other}",
    "{place}, or: the {quality} {thing}",
)
SUBTITLES = (
    "A Novel",
    "Une histoire",
    "Gedichte & Lieder",
    "Letters, 1901 to 1937",
    "Πρώτο μέρος",
)
QUALITIES = ("Quiet", "Borrowed", "Naïve", "Salt-Blue", "Second", "Unfinished", "Winter", "Last")
THINGS = ("Café", "Lighthouse", "Cartographer", "Piñata", "Orchard", "Fjord", "Clock", "Smörgås")
PLACES = ("Málaga", "Kraków", "São Paulo", "Zürich", "Ålesund", "Reykjavík", "Αθήνα", "東京")
IMPRINTS = ("Peñasco", "Nordlys", "Grüner Hof", "Quatre Vents", "Škola", "Paper Lantern", "海")
COUNTRIES = ("ES", "NO", "CH", "FR", "CZ", "IE", "JP")
TAGS = (
    "poetry", "crime", "travel", "history", "cooking", "science", "für Kinder", "bande dessinée",
    "мемуары", "詩", "essays", "music", "gardening", "long reads 📚",
)  # fmt: skip
LANGUAGES = ("en", "fr", "de", "es", "uk", "el", "ja")
AWARDS = ("Prix du Québec", "Nike", "Booker", "Deutscher Buchpreis")
OPINIONS = (
    "",
    "Could not put it down.",
    "Très bien, mais trop long…",
    'My favourite line:\n"Nothing ever happens in Ålesund."',
    "Überraschend gut 👍",
    "Read it <em>twice</em> & still puzzled.",
)

OPENED = datetime(2015, 3, 1, 9, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Entry:
    """A book, and the rows that refer to it and are saved after it."""

    book: Book
    taggings: Sequence[Any]
    reviews: Sequence[Review]


def moment(random: Random) -> datetime:
    """Return a moment since the shop opened, half of them without a fraction of a second."""
    opened_for = random.randrange(10 * 365 * 86_400)
    fraction = random.choice((0, random.randrange(1_000_000)))
    return OPENED + timedelta(seconds=opened_for, microseconds=fraction)


def publishers() -> list[Publisher]:
    return [
        Publisher(
            name=f"{imprint} {kind}",
            country=country,
            website=f"https://{slugify(kind)}.example/{country.lower()}/",
            same_day_until=time(14 + number, 30) if number else None,
        )
        for imprint, country in zip(IMPRINTS, COUNTRIES, strict=True)
        for number, kind in enumerate(("Press", "Books", "& Sons"))
    ]


def authors() -> list[Author]:
    return [
        Author(
            name=f"{first} {last}",
            born=date(1850 + 4 * row, 1 + column % 12, 1 + column) if column else None,
        )
        for row, first in enumerate(FIRST_NAMES)
        for column, last in enumerate(LAST_NAMES)
    ]


def tags() -> list[Tag]:
    return [Tag(name=name) for name in TAGS]


def readers(seed: int, count: int) -> Iterator[User]:
    """Yield the users who write the reviews. None of them can log in."""
    random = Random(f"readers {seed}")  # noqa: S311
    password = make_password(None)
    for number in range(count):
        first, last = random.choice(FIRST_NAMES), random.choice(LAST_NAMES)
        joined = moment(random)
        yield User(
            username=f"{slugify(first, allow_unicode=True)}.{seed}.{number}",
            password=password,
            first_name=first,
            last_name=last,
            email=f"reader.{seed}.{number}@example.com",
            is_staff=random.random() < 0.02,
            is_active=random.random() < 0.95,
            date_joined=joined,
            last_login=random.choice((None, joined + timedelta(days=random.random() * 300))),
        )


def entries(
    seed: int,
    count: int,
    *,
    publishers: Sequence[Publisher],
    authors: Sequence[Author],
    tags: Sequence[Tag],
    reader_keys: Sequence[int],
) -> Iterator[Entry]:
    random = Random(f"books {seed}")  # noqa: S311
    review_random = Random(f"reviews {seed}")  # noqa: S311
    for _ in range(count):
        book = make_book(random, random.choice(publishers), random.choice(authors))
        review_count = review_random.randrange(5) if reader_keys else 0
        yield Entry(
            book,
            [Book.tags.through(book=book, tag=tag) for tag in random.sample(tags, 3)],
            [make_review(review_random, book, reader_keys) for _ in range(review_count)],
        )


def make_book(random: Random, publisher: Publisher, author: Author) -> Book:
    thing, other = random.sample(THINGS, 2)
    title = random.choice(TITLES).format(
        quality=random.choice(QUALITIES), thing=thing, other=other, place=random.choice(PLACES)
    )
    pages = random.randint(32, 1400)
    return Book(
        isbn=UUID(int=random.getrandbits(128), version=4),
        title=title,
        subtitle=random.choice((None, *SUBTITLES)),
        price=Decimal(random.randint(299, 12_000)).scaleb(-2),
        rating=random.choice((None, round(random.uniform(1, 5), 2), random.uniform(1, 5))),
        pages=pages,
        reading_time=random.choice((None, timedelta(seconds=pages * random.randint(60, 180)))),
        published=date(1900, 1, 1) + timedelta(days=random.randrange(45_000)),
        added=moment(random),
        in_print=random.random() < 0.8,
        format=random.choice(Book.Format.values),
        metadata={
            "language": random.choice(LANGUAGES),
            "awards": random.sample(AWARDS, random.choice((0, 0, 0, 1, 2))),
            "size_mm": [random.randint(100, 240), random.randint(150, 320)],
            "weight_kg": round(random.uniform(0.1, 2.5), 3),
            "series": random.choice(
                (None, {"name": f"{title} ∞", "volume": random.randint(1, 9)})
            ),
        },
        publisher=publisher,
        author=author,
    )


def make_review(random: Random, book: Book, reader_keys: Sequence[int]) -> Review:
    return Review(
        book=book,
        user_id=random.choice(reader_keys),
        stars=random.randint(1, 5),
        text=random.choice(OPINIONS),
        created=moment(random),
    )
