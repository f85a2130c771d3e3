"""Serializers of works, in every shape that relations give them, on the base that they are given.

What nests a serializer nests one on the same base.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from django.urls import path
from rest_framework import serializers

from tests.relations.models import Author, Credit, Note, Place, Portrait, Work

# What hyperlinks lead to: `pytest.mark.urls("tests.relations.serializers")`.
urlpatterns = [
    path(address, lambda request: None, name=name)
    for name, address in {
        "work-detail": "works/<int:pk>/",
        "work-authors": "works/<int:pk>/authors/",
        "author-detail": "authors/<int:pk>/",
    }.items()
]


class Nested(NamedTuple):
    """Stands for a nested serializer, which is made on the base of the one that nests it."""

    make: Callable[[type], type]
    options: dict[str, Any]


def nested(make, **options):
    return Nested(make, options)


def serializer_of(base, model, fields, declared=None, **options):
    """Return a serializer class of `model` on `base`, with all fields that are `declared`."""
    declared = declared or {}
    nests = {name: field for name, field in declared.items() if isinstance(field, Nested)}
    classes = {field.make: field.make(base) for field in nests.values()}
    made = {name: classes[field.make](**field.options) for name, field in nests.items()}
    declared = {**declared, **made}
    if fields != "__all__":
        others = [name for name in declared if not name.startswith("get_") and name not in fields]
        fields = [*fields, *others]
    meta = type("Meta", (), {"model": model, "fields": fields, **options})
    return type(base)(f"{model.__name__}Serializer", (base,), {**declared, "Meta": meta})


def shape(*of, **options):
    """Return a function that makes such a class on the base that it is given."""

    def make(base):
        return serializer_of(base, *of, **options)

    return make


def with_own(mixin, make):
    """Return a function that makes such a class with a mixin before it."""

    def make_own(base):
        return type(base)("OwnSerializer", (mixin, make(base)), {})

    return make_own


def methods(**functions):
    """Return method fields of these names, with the methods that they call."""
    fields = {name: serializers.SerializerMethodField() for name in functions}
    return {**fields, **{f"get_{name}": function for name, function in functions.items()}}


# Fields of relations.
key = partial(serializers.PrimaryKeyRelatedField, read_only=True)
slug = partial(serializers.SlugRelatedField, read_only=True)
text = serializers.StringRelatedField

PLACE = shape(Place, ["code", "name"], {"within": text()})
AUTHOR = shape(Author, ["id", "name"], {"home": nested(PLACE)})
CREDIT = shape(Credit, ["id", "role"], {"author": nested(AUTHOR)})


def with_relations(model, names):
    """Return a function that makes a serializer of relations, nested and by their keys."""
    declared = {"key": serializers.ReadOnlyField(source="pk")}
    for name in names:
        relation = model._meta.get_field(name)
        columns = [field.name for field in relation.related_model._meta.concrete_fields]
        related = shape(relation.related_model, columns)
        if relation.one_to_many or relation.many_to_many:
            declared[name] = nested(related, many=True)
            declared[f"{name}_text"] = text(source=name, many=True)
        else:
            declared[name] = nested(related, required=False)
            declared[f"{name}_text"] = text(source=name, required=False)
            declared[f"{name}_key"] = serializers.ReadOnlyField(source=f"{name}.pk", default=None)
    return shape(model, [], declared)


DOTTED = [
    "sequel_to.title",
    "sequel_to.sequel_to.title",
    "sequel_to.kind",
    "sequel.title",
    "credits.first.role",
    "credits.first.author.name",
    "authors.count",
    "credits.first.author.portrait.painter",
]
TITLE = shape(Work, ["id", "title"])
PORTRAIT = shape(Portrait, ["author", "painter"])
PAINTED = shape(Author, ["id"], {"portrait": nested(PORTRAIT, required=False)})
# What a note is about may be of any model: all that matters is what both have.
NOTE = shape(
    Note,
    ["text", "content_type", "object_id"],
    {
        "about": nested(shape(Work, ["id", "made"])),
        "about_text": text(source="about"),
        "about_key": serializers.ReadOnlyField(source="about.pk"),
        "about_slug": slug("kind", source="about"),
        "type": serializers.CharField(source="content_type.model"),
    },
)
ROLE = shape(Credit, ["role"])


def methods_that_nest(base):
    """Two serializers nest each other, each by a method of its own."""

    def authors_of(serializer, work):
        if serializer.context.get("within"):
            return len(work.authors.all())
        context = {**serializer.context, "within": True}
        return author(work.authors.all(), many=True, context=context).data

    def works_of(serializer, author):
        return work(author.works.all(), many=True, context=serializer.context).data

    author = serializer_of(base, Author, ["name"], methods(works=works_of))
    work = serializer_of(base, Work, ["title"], methods(authors=authors_of))
    return work


def nests_itself(base):
    def get_fields(serializer):
        sequel = type(serializer)(required=False)
        return {**super(work, serializer).get_fields(), "sequel": sequel}

    work = serializer_of(base, Work, ["title"], {"get_fields": get_fields})
    return work


class Merged(serializers.Field):
    def to_representation(self, instance):
        return str(instance.title)


RESIDENT = shape(Author, ["name"], {"home": text()})
KIND = shape(Work, ["title", "kind"], {"authors": nested(RESIDENT, many=True)})
EVERYTHING = shape(Work, ["id"], {"sequel_to": nested(KIND)})

# What serializers of works declare beside the key.
DECLARED = {
    "strings": {
        **{name: text(many=True) for name in ("authors", "credits", "notes")},
        "sequel_to": text(),
    },
    "slugs": {
        "names": slug("name", source="authors", many=True),
        "writers": slug("author__name", source="credits", many=True),
        "before": slug("title", source="sequel_to"),
        "kind_before": slug("kind", source="sequel_to"),
        "subjects": slug("about__kind", source="notes", many=True),
    },
    "dotted": {
        source.replace(".", "_"): serializers.CharField(source=source, default="none")
        for source in DOTTED
    },
    "one to one": {
        "sequel_to": nested(TITLE),
        "sequel": nested(TITLE, required=False),
        "sequel_or_none": nested(TITLE, source="sequel", default=None),
        "sequel_text": text(source="sequel", default="none"),
        "sequel_name": serializers.CharField(source="sequel.title", allow_null=True, default=1),
        "authors": nested(PAINTED, many=True),
    },
    "links": {
        "url": serializers.HyperlinkedIdentityField("work-detail"),
        "authors": nested(shape(Author, ["url", "name"]), many=True),
        "sequel_to": serializers.HyperlinkedRelatedField("work-detail", read_only=True),
        "writers": serializers.HyperlinkedRelatedField(
            "author-detail", source="authors", many=True, read_only=True
        ),
        "author_list": serializers.HyperlinkedIdentityField("work-authors"),
    },
    # What the managers of relations return.
    "querysets": {
        "all_authors": text(many=True, source="authors.all"),
        "one_credit": nested(ROLE, source="credits.first"),
        "last_credit": nested(ROLE, source="credits.last"),
        "every_credit": nested(ROLE, many=True, source="credits.all"),
        "no_credit": nested(ROLE, many=True, source="credits.none"),
        "rows": key(many=True, source="credits.all"),
    },
    "whole rows": {
        "this": nested(KIND, source="*"),
        "all": nested(EVERYTHING, source="*", help_text="With what came before."),
        "text": text(source="*"),
        "chars": serializers.CharField(source="*"),
        "merged": Merged(source="*"),
        "slug": slug("title", source="*"),
    },
}
SERIALIZERS = {
    **{name: shape(Work, ["id"], declared) for name, declared in DECLARED.items()},
    "keys": shape(Work, ["id", "authors", "credits", "sequel_to"], {"notes": key(many=True)}),
    "all fields two deep": shape(Work, "__all__", depth=2),
    "through model": shape(Work, ["title"], {"credits": nested(CREDIT, many=True)}),
    "generic": shape(Work, ["title"], {"notes": nested(NOTE, many=True)}),
    "methods that nest": methods_that_nest,
    "nests itself": nests_itself,
}


# Fields, each of which is tried alone: some raise, and what comes after is not read.

OPTIONS = [{}, {"allow_null": True}, {"default": None}, {"required": False}]


def fields_of_all_kinds(model, source, attribute, **options):
    """Return a field of each kind that reads a relation to one row."""
    return {
        "key": key(source=source, **options),
        "text": text(source=source, **options),
        "slug": slug(attribute, source=source, **options),
        "value": serializers.ReadOnlyField(source=f"{source}.{attribute}", **options),
        "chars": serializers.CharField(source=f"{source}.{attribute}", **options),
        "nested": nested(shape(model, ["pk"]), source=source, **options),
    }
