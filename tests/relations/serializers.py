"""Serializers of works, in every shape that relations give them, on the base that they are given.

What nests a serializer nests one on the same base.
"""

from __future__ import annotations

from functools import partial

from django.urls import path
from rest_framework import serializers

from tests.named import by_name
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


def serializer_of(base, model, fields, declared=None, **options):
    """Return a serializer class of `model` on `base`, with all fields that are `declared`."""
    declared = declared or {}
    if fields != "__all__":
        others = [name for name in declared if not name.startswith("get_") and name not in fields]
        fields = [*fields, *others]
    meta = type("Meta", (), {"model": model, "fields": fields, **options})
    return type(base)(f"{model.__name__}Serializer", (base,), {**declared, "Meta": meta})


def shape(*of, **options):
    """Return a function that makes such a class on the base that it is given."""
    return lambda base: serializer_of(base, *of, **options)


def methods(**functions):
    """Return method fields of these names, with the methods that they call."""
    fields = {name: serializers.SerializerMethodField() for name in functions}
    return {**fields, **{f"get_{name}": function for name, function in functions.items()}}


# Fields of relations.
key = partial(serializers.PrimaryKeyRelatedField, read_only=True)
slug = partial(serializers.SlugRelatedField, read_only=True)
text = serializers.StringRelatedField


def author_of(base):
    names = ["code", "name"]
    place = serializer_of(base, Place, names, {"within": text()})
    return serializer_of(base, Author, ["id", "name"], {"home": place()})


def credit_of(base):
    return serializer_of(base, Credit, ["id", "role"], {"author": author_of(base)()})


def with_relations(model, names):
    """Return a function that makes a serializer of relations, nested and by their keys."""

    def make(base):
        declared = {}
        for name in names:
            relation = model._meta.get_field(name)
            many = relation.one_to_many or relation.many_to_many
            columns = [field.name for field in relation.related_model._meta.concrete_fields]
            options = {"many": True} if many else {"required": False}
            declared[name] = serializer_of(base, relation.related_model, columns)(**options)
            declared[f"{name}_text"] = text(source=name, **options)
            if not many:
                declared[f"{name}_key"] = serializers.ReadOnlyField(
                    source=f"{name}.pk", default=None
                )
        return serializer_of(
            base, model, [], {"key": serializers.ReadOnlyField(source="pk"), **declared}
        )

    return make


DOTTED = [
    *("sequel_to.title", "sequel_to.sequel_to.title", "sequel_to.kind", "sequel.title"),
    *("credits.first.role", "credits.first.author.name", "authors.count"),
    "credits.first.author.portrait.painter",
]


def through_model(base):
    return serializer_of(base, Work, ["title"], {"credits": credit_of(base)(many=True)})


def one_to_one(base):
    portrait = serializer_of(base, Portrait, ["author", "painter"])
    author = serializer_of(base, Author, ["id"], {"portrait": portrait(required=False)})
    work = serializer_of(base, Work, ["id", "title"])
    declared = {
        "sequel_to": work(),
        "sequel": work(required=False),
        "sequel_or_none": work(source="sequel", default=None),
        "sequel_text": text(source="sequel", default="none"),
        "sequel_name": serializers.CharField(source="sequel.title", allow_null=True, default=1),
        "authors": author(many=True),
    }
    return serializer_of(base, Work, ["id"], declared)


def generic(base):
    # What a note is about may be of any model: all that matters is what both have.
    subject = serializer_of(base, Work, ["id", "made"])
    declared = {
        "about": subject(),
        "about_text": text(source="about"),
        "about_key": serializers.ReadOnlyField(source="about.pk"),
        "about_slug": slug("kind", source="about"),
        "type": serializers.CharField(source="content_type.model"),
    }
    note = serializer_of(base, Note, ["text", "content_type", "object_id"], declared)
    return serializer_of(base, Work, ["title"], {"notes": note(many=True)})


def links(base):
    author = serializer_of(base, Author, ["url", "name"])
    declared = {
        "url": serializers.HyperlinkedIdentityField("work-detail"),
        "authors": author(many=True),
        "sequel_to": serializers.HyperlinkedRelatedField("work-detail", read_only=True),
        "writers": serializers.HyperlinkedRelatedField(
            "author-detail", source="authors", many=True, read_only=True
        ),
        "author_list": serializers.HyperlinkedIdentityField("work-authors"),
    }
    return serializer_of(base, Work, ["id"], declared)


def querysets(base):
    """Reads what the managers of relations return."""
    credit = serializer_of(base, Credit, ["role"])
    declared = {
        "all_authors": text(many=True, source="authors.all"),
        "one_credit": credit(source="credits.first"),
        "last_credit": credit(source="credits.last"),
        "every_credit": credit(many=True, source="credits.all"),
        "no_credit": credit(many=True, source="credits.none"),
        "rows": key(many=True, source="credits.all"),
    }
    return serializer_of(base, Work, ["id"], declared)


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
        nested = type(serializer)(required=False)
        return {**super(work, serializer).get_fields(), "sequel": nested}

    work = serializer_of(base, Work, ["title"], {"get_fields": get_fields})
    return work


class Merged(serializers.Field):
    """Takes the whole row, as `source="*"` does."""

    def __init__(self, **kwargs):
        super().__init__(source="*", **kwargs)

    def to_representation(self, instance):
        return str(instance.title)


def whole_rows(base):
    author = serializer_of(base, Author, ["name"], {"home": text()})
    credit = serializer_of(base, Work, ["title", "kind"], {"authors": author(many=True)})
    everything = serializer_of(base, Work, ["id"], {"sequel_to": credit()})
    declared = {
        "this": credit(source="*"),
        "all": everything(source="*", help_text="With what came before."),
        "text": text(source="*"),
        "chars": serializers.CharField(source="*"),
        "merged": Merged(),
        "slug": slug("title", source="*"),
    }
    return serializer_of(base, Work, [], declared)


SERIALIZERS = {
    "keys": shape(Work, ["id", "authors", "credits", "sequel_to"], {"notes": key(many=True)}),
    "all fields two deep": shape(Work, "__all__", depth=2),
    "keys of another type": shape(
        Work,
        ["id"],
        {
            "authors": key(pk_field=serializers.CharField(), many=True),
            "sequel_to": key(pk_field=serializers.FloatField()),
            "before_that": key(pk_field=serializers.CharField(), source="sequel_to.sequel_to"),
            "writers": key(pk_field=serializers.SlugField(), many=True, source="authors"),
        },
    ),
    "strings": shape(
        Work,
        ["id"],
        {
            **{name: text(many=True) for name in ("authors", "credits", "notes")},
            "sequel_to": text(),
        },
    ),
    "slugs": shape(
        Work,
        ["id"],
        {
            "names": slug("name", source="authors", many=True),
            "writers": slug("author__name", source="credits", many=True),
            "before": slug("title", source="sequel_to"),
            "kind_before": slug("kind", source="sequel_to"),
            "subjects": slug("about__kind", source="notes", many=True),
        },
    ),
    # Raises where an author has no home, and where there is no portrait.
    "slugs that may be missing": shape(
        Work,
        ["id"],
        {
            "credits": slug("author__home__within__code", many=True),
            "painter": slug("portrait__painter", source="credits.first.author"),
        },
    ),
    "dotted": shape(
        Work,
        ["id"],
        {
            source.replace(".", "_"): serializers.CharField(source=source, default="none")
            for source in DOTTED
        },
    ),
    **by_name(through_model, one_to_one, generic, links, querysets),
    **by_name(methods_that_nest, nests_itself, whole_rows),
}


# Fields, each of which is tried alone: some raise, and what comes after is not read.

OPTIONS = [{}, {"allow_null": True}, {"default": None}, {"required": False}]


def each_alone(model, fields_of):
    """Return functions that each make a serializer of one of the fields of a base."""

    def alone(name):
        return lambda base: serializer_of(base, model, ["id"], {name: fields_of(base)[name]})

    return {name: alone(name) for name in fields_of(serializers.ModelSerializer)}


def fields_of_all_kinds(base, model, source, attribute, **options):
    """Return a field of each kind that reads a relation to one row."""
    nested = serializer_of(base, model, ["pk"])
    return {
        "key": key(source=source, **options),
        "text": text(source=source, **options),
        "slug": slug(attribute, source=source, **options),
        "value": serializers.ReadOnlyField(source=f"{source}.{attribute}", **options),
        "chars": serializers.CharField(source=f"{source}.{attribute}", **options),
        "nested": nested(source=source, **options),
    }
