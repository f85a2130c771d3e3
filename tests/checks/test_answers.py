"""The check H300: which serializers it reports.

Every model serializer alive in the process is checked, so each test looks for its own alone.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser, Permission, User
from rest_framework import serializers

from fastserializers import FastReadOnlyMixin, FastReadOnlyModelSerializer, read_only
from tests.checks.projects import is_reported, messages


def made(base=serializers.ModelSerializer, **options):
    """A serializer class whose `Meta` has these options."""
    meta = type("Meta", (), {"model": User, "fields": ("username",), **options})
    return type(base)("Made", (base,), {"Meta": meta, "__module__": __name__})


def test_any_read_only_fields_are_an_answer_even_empty_and_inherited_ones():
    for answer in (("username",), ["username"], (), []):
        answered = made(read_only_fields=answer)

        same_meta = type(answered)("Same", (answered,), {"__module__": __name__})
        extended = type("Meta", (answered.Meta,), {"fields": ("username", "email")})
        own = {"Meta": extended, "__module__": __name__}

        assert not is_reported(answered), answer
        assert not is_reported(same_meta), answer
        assert not is_reported(type(answered)("Extended", (answered,), own)), answer
        assert is_reported(made(answered)), answer


def test_which_classes_are_to_answer():
    class Base(serializers.HyperlinkedModelSerializer):
        pass

    class Middle(Base):
        pass

    class Left(serializers.ModelSerializer[User]):
        pass

    class Both(Left, Middle):
        class Meta:
            model = User
            fields = ("username",)

    class MetaIsNone(serializers.ModelSerializer[User]):
        Meta = None

    class Mixed(FastReadOnlyMixin, serializers.HyperlinkedModelSerializer):
        Meta = Both.Meta

    deep = made(model=Permission, fields=("content_type",), depth=1)
    nested = type(deep().fields["content_type"])
    original, of_abstract = made(), made(model=AbstractUser)
    left_out = [Base, Middle, Left, MetaIsNone, made(model=None), made(serializers.Serializer)]
    left_out += [Mixed, made(FastReadOnlyModelSerializer), nested, read_only(original)]

    reported = [message.obj for message in messages() if message.id == "H300"]

    for serializer in (Both, deep, original, of_abstract):
        assert sum(cls is serializer for cls in reported) == 1, serializer
    for serializer in left_out:
        assert not any(cls is serializer for cls in reported), serializer
