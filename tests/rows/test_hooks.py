"""What a project has of its own on the way from a query to instances: then Django reads."""

from __future__ import annotations

import pytest
from django.db import connection, models
from rest_framework import serializers

from tests.relations.models import Author, Credit, Place, Work
from tests.relations.serializers import serializer_of, with_relations
from tests.rows.comparison import BASES, assert_same_list, each

pytestmark = pytest.mark.usefixtures("stored")


def with_methods(**methods):
    return type("OwnQuerySet", (models.QuerySet,), methods)


QUERYSET_CLASSES = {
    "iter": with_methods(
        __iter__=lambda self: iter(sorted(models.QuerySet.__iter__(self), key=str))
    ),
    "fetch all": with_methods(
        _fetch_all=lambda self: (
            models.QuerySet._fetch_all(self),
            self._result_cache.sort(key=lambda work: work.title, reverse=True),
        )
    ),
    "db": with_methods(db=property(lambda self: "default")),
    "prefetch": with_methods(
        _prefetch_related_objects=lambda self: setattr(self, "_prefetch_done", True)
    ),
    "no hooks": with_methods(recent=lambda self: self.filter(title="Rupert")),
    "iterator": with_methods(iterator=lambda self, **options: iter(())),
}


def works(base):
    declared = {"credits": serializers.StringRelatedField(many=True)}
    return serializer_of(base, Work, ["id", "title"], declared)


class Shouting(models.query.ModelIterable):
    def __iter__(self):
        for work in super().__iter__():
            work.title = work.title.upper()
            yield work


def with_another_iterable():
    queryset = Work.objects.order_by("pk")
    queryset._iterable_class = Shouting
    return queryset


def with_another_method():
    queryset = Work.objects.order_by("pk")
    fetch = queryset._fetch_all
    queryset._fetch_all = lambda: (fetch(), queryset._result_cache.reverse())[0]
    return queryset


@each("queryset_class", QUERYSET_CLASSES)
def test_querysets_of_a_projects_own(queryset_class):
    for make_queryset in (
        lambda: queryset_class(Work).order_by("pk"),
        lambda: queryset_class(Work).prefetch_related("credits"),
        with_another_iterable,
        with_another_method,
    ):
        assert_same_list(works, make_queryset, message=make_queryset)


def test_an_iterable_that_was_replaced(monkeypatch):
    def patched(self):
        return iter([Work(pk=7, title="patched")])

    assert_same_list(works, Work.objects.all)
    monkeypatch.setattr(models.query.ModelIterable, "__iter__", patched)
    assert "patched" in str(assert_same_list(works, Work.objects.all).output)


def test_what_wraps_queries_sees_them():
    seen = []

    def wrapper(execute, sql, params, many, context):
        seen.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        assert_same_list(works, Work.objects.prefetch_related("credits").all)

    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


@pytest.mark.skipif(not hasattr(models, "FETCH_RAISE"), reason="fetch modes are new in Django 6.1")
@each("mode", ["FETCH_ONE", "FETCH_PEERS", "FETCH_RAISE"])
@each("load", [(), ("home",)])
def test_fetch_modes(mode, load):
    make = with_relations(Author, ["credits", "home"])
    assert_same_list(
        make, lambda: Author.objects.fetch_mode(getattr(models, mode)).prefetch_related(*load)
    )
    assert_same_list(make, lambda: Author.objects.fetch_mode(getattr(models, mode)).defer("name"))


@pytest.mark.parametrize("model", [Author, Credit])
def test_a_serializer_whose_meta_wants_instances(model, django_assert_num_queries):
    """Django makes them, by a query for each row of what nobody has loaded."""

    def make(base):
        home = serializer_of(base, Place, ["name"])
        author = serializer_of(base, Author, ["name"], {"home": home()}, rows=False)
        credit = serializer_of(base, Credit, ["role"], {"author": author()}, rows=False)
        return author if model is Author else credit

    assert_same_list(make, lambda: model.objects.order_by("pk"))
    # Of three authors, two have a home; two of the five credits are of the one who has none.
    with django_assert_num_queries({Author: 3, Credit: 10}[model]):
        make(BASES[1])(model.objects.order_by("pk"), many=True).data  # noqa: B018
