"""Print what the library answers to whatever it offers, and what it refuses, as JSON."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from logging.handlers import BufferingHandler
from typing import Any, NamedTuple

import django
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext, setup_test_environment


class Call(NamedTuple):
    path: str
    method: str = "get"
    data: Any = None
    accept: str = "application/json"
    user: str | None = None
    format: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


LISTS = ("authors", "books", "publishers", "tags", "reviews", "categories", "shelves")
ONES = ("authors/2", "books/3", "publishers/2", "tags/new", "reviews/1", "categories/1")
ONES += ("shelves/S-0",)
HTML = "text/html"
V2 = "application/json; version=2"


def reading():
    """Yield the calls that read, all in a library as it was filled."""
    paths = [f"/{path}/" for path in (*LISTS, *ONES)]
    for path in ("/", *paths, "/loans/", "/loans/1/", "/books/newest/", "/books/3/reviews/"):
        for accept in ("application/json", HTML, "text/csv"):
            yield Call(path, accept=accept)
            yield Call(path, accept=accept, user="bob")
        yield Call(path, "head")
        yield Call(path, "options")
        yield Call(path, "options", accept=HTML, user="ada")
        yield Call(f"{path}?format=api")
        yield Call(f"{path}?format=json")
    for path in LISTS:
        for query in ("page=2", "page=last", "page=99", "page=x", "size=2&page=3", "size=0"):
            yield Call(f"/{path}/?{query}")
        for query in ("limit=2", "limit=2&offset=3", "offset=999", "limit=x&offset=-1"):
            yield Call(f"/{path}/?{query}")
        yield Call(f"/{path}.json")
        yield Call(f"/{path}/none/")
        yield Call(f"/{path}/0/", user="ada", accept=HTML)
    yield from asked_otherwise()


def asked_otherwise():
    filters = ["authors/?born=1951-01-31", "authors/?born__year=1952&ordering=-name"]
    filters += ["authors/?born=never", "authors/?search=Book 1", "authors/?name__icontains=åsa 2"]
    filters += ["books/?format=audio", "books/?format=json&author=2", "books/?author=x"]
    filters += ["books/?tags=1&tags=2", "books/?search=Book 2", "reviews/?ordering=text,-id"]
    filters += ["reviews/?ordering=none", "books/4/reviews/?limit=1&offset=1"]
    for path in filters:
        yield Call(f"/{path}")
        yield Call(f"/{path}", accept=HTML, user="ada")
    for path in ("books/", "books/3/", "books/newest/", "books/?fields=id,tags"):
        yield Call(f"/{path}", accept=V2)
        yield Call(f"/{path}", accept="application/json; version=9")
    yield Call("/books/?fields=none", "options", accept=V2)
    yield Call("/books/titles/")
    yield Call("/books/titles/?page=2", accept=HTML)
    yield Call("/shelves/", headers=(("If-None-Match", '"4"'),))
    yield Call("/publishers/", headers=(("If-None-Match", "*"),))
    yield Call("/schema/")
    yield Call("/schema/?format=json")


BOOK = {
    "title": "New",
    "isbn": "1",
    "author_id": 1,
    "added": "2024-05-06T07:08:09.000100Z",
    "chapters": [{"number": 1, "title": "One", "length": "00:01:02"}],
    "tags": ["new", "sea"],
}


def writing():
    """Yield the calls that write, or are refused, each after what those before have left."""
    yield Call("/tags/", "post", {"label": "x"})
    yield Call("/books/", "post", BOOK, user="ada")
    yield Call("/books/", "post", BOOK, user="ada")
    yield Call("/books/", "post", BOOK | {"isbn": "2"}, user="ada", accept=HTML)
    yield Call("/books/", "post", BOOK | {"isbn": "3"}, user="ada", accept=V2)
    for wrong in ({"title": "lower"}, {"chapters": [{"number": "x"}]}, {"tags": ["no"]}):
        yield Call("/books/", "post", BOOK | {"isbn": "4"} | wrong, user="ada")
    yield Call("/books/", "post", {}, user="ada", accept=HTML)
    yield Call("/books/9/", "put", BOOK | {"isbn": "5", "price": "1.239"}, user="ada")
    yield Call("/books/9/", "put", BOOK | {"isbn": "5", "chapters": []}, user="ada")
    yield Call("/books/9/", "patch", {"price": "12.30", "tags": []}, user="ada")
    yield Call("/books/9/", "patch", {"author_id": 99}, user="ada")
    yield Call("/books/9/")
    yield Call("/books/9/lend/", "post", {"due": "2024-01-02"}, user="bob")
    yield Call("/books/9/lend/", "post", {"due": "tomorrow"}, user="bob")
    yield Call("/books/9/lend/", user="bob")
    yield Call("/loans/1/give_back/", "post", user="bob")
    yield Call("/loans/", "post", {}, user="bob")
    yield Call("/loans/?page=3", user="bob")
    yield Call("/tags/several/", "post", [{"label": "y"}, {"label": "z"}], user="ada")
    yield Call("/tags/several/", "post", [{"label": "y"}, {"label": "ä"}], user="ada")
    yield Call("/tags/several/", "post", {"label": "q"}, user="ada")
    for form in ("multipart", "json"):
        yield Call("/authors/", "post", {"name": f"By {form}"}, user="ada", format=form)
        yield Call("/authors/1/", "patch", {"born": "31-1-1"}, user="ada", format=form)
        yield Call("/authors/1/", "put", {"name": "Other"}, user="ada", accept=HTML, format=form)
    yield Call("/authors/", "post", "{broken", user="ada", format="text")
    yield Call("/reviews/", "post", {"book": 1, "stars": 9}, user="bob")
    yield Call("/reviews/", "post", {"book": 1, "stars": 4}, user="bob")
    yield Call("/reviews/1/", "patch", {"text": "é"}, user="bob")
    yield Call("/publishers/", "post", {"name": "House 1", "website": "no"}, user="ada")
    yield Call("/publishers/", "post", {"name": "House 9"}, user="ada")
    yield Call("/publishers/")
    yield Call("/categories/", "post", {"name": "New", "parent": 4}, user="ada")
    yield Call("/categories/1/", "put", {"name": "Renamed", "parent": None}, user="ada")
    yield Call("/shelves/", "post", {"code": "S-9", "room": "no"}, user="ada")
    yield Call("/shelves/S-1/", "patch", {"room": str(BOOK["isbn"]) * 32}, user="ada")
    yield Call("/authors/1/", "delete", user="ada")
    yield Call("/reviews/1/", "delete", user="ada")
    yield Call("/reviews/1/", "delete", user="ada")
    yield Call("/nowhere/")
    for path in LISTS:
        yield Call(f"/{path}/")


# What is answered. The clock and chance add something: a page with a form has another token each
# time.
VOLATILE = ("Expires", "Last-Modified", "Age")
TOKEN = re.compile(r'(?<="csrfToken": ")\w{64}|(?<=csrfmiddlewaretoken" value=")\w{64}')


def answer_to(call):
    from django.contrib.auth.models import User
    from rest_framework.test import APIClient

    client = APIClient(raise_request_exception=False)
    if call.user:
        client.force_login(User.objects.get(username=call.user))
        User.objects.update(last_login=None)
    if call.format == "text":
        body = {"data": call.data, "content_type": "application/json"}
    else:
        body = {"data": call.data, "format": call.format or "json"}
    if call.method in ("get", "head"):
        body = {}
    headers = {"Accept": call.accept, **dict(call.headers)}
    with CaptureQueriesContext(connection) as queries:
        response = getattr(client, call.method)(call.path, headers=headers, **body)
    if call.method != "get":
        cache.clear()
    return {
        "call": f"{call.method} {call.path} {call.accept} {call.user} {call.data!r}",
        "status": response.status_code,
        "headers": sorted(
            (name, value)
            for name, value in response.items()
            if name not in VOLATILE and not (name == "ETag" and "html" in call.accept)
        ),
        "body": TOKEN.sub("", response.content.decode()),
        "queries": len(queries),
    }


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "library.settings")
    django.setup()
    from library.rows import fill

    logged = BufferingHandler(1_000_000)
    for name in ("fastserializers.verify", "fastserializers.responses"):
        logging.getLogger(name).addHandler(logged)
        logging.getLogger(name).setLevel(logging.DEBUG)
    logging.getLogger("django.request").setLevel(logging.CRITICAL)
    setup_test_environment()
    database = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        fill()
        answers = [answer_to(call) for calls in (reading, writing) for call in calls()]
    finally:
        connection.creation.destroy_test_db(database, verbosity=0)
    lines = [(record.levelname, record.getMessage()) for record in logged.buffer]
    json.dump({"answers": answers, "logged": lines}, sys.stdout)


if __name__ == "__main__":
    main()
