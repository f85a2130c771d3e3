"""Modules before and after their serializers are converted."""

from __future__ import annotations

from fastserializers.project.conversion import convert

HEAD = """\
from django.contrib.auth.models import User
from rest_framework import serializers

"""


def converted(module, *names, **options):
    """Return the code of a module after the serializers of these names are converted."""
    conversions, refusals = convert([getattr(module, name) for name in names], **options)
    assert refusals == []
    [conversion] = conversions
    return conversion.after.decode()


CASES = {
    "a base of a module": (
        """
        from rest_framework import serializers


        class A(serializers.ModelSerializer):  # a comment
            name = serializers.CharField()
        """,
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyModelSerializer


        class A(FastReadOnlyModelSerializer):  # a comment
            name = serializers.CharField()
        """,
    ),
    "an alias of a module": (
        """
        from rest_framework import serializers as s
        import os

        class A(s.Serializer):
            name = s.CharField()
        """,
        """
        from rest_framework import serializers as s
        from fastserializers import FastReadOnlySerializer
        import os

        class A(FastReadOnlySerializer):
            name = s.CharField()
        """,
    ),
    "a name that nothing else needs": (
        """
        import os

        from rest_framework.serializers import ModelSerializer


        class A(ModelSerializer):
            pass
        """,
        """
        import os

        from rest_framework.serializers import ModelSerializer
        from fastserializers import FastReadOnlyModelSerializer


        class A(FastReadOnlyModelSerializer):
            pass
        """,
    ),
    "an aliased name among others": (
        """
        from rest_framework.serializers import (
            CharField,
            ModelSerializer as Base,
        )

        class A(Base):
            name = CharField()
        """,
        """
        from rest_framework.serializers import (
            CharField,
            ModelSerializer as Base,
        )
        from fastserializers import FastReadOnlyModelSerializer

        class A(FastReadOnlyModelSerializer):
            name = CharField()
        """,
    ),
    "a base of the project's": (
        """
        from rest_framework import serializers

        class Base(serializers.ModelSerializer):
            pass

        class A(Base):
            pass
        """,
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyMixin

        class Base(serializers.ModelSerializer):
            pass

        class A(FastReadOnlyMixin, Base):
            pass
        """,
    ),
    "a hyperlinked one, on several lines": (
        """
        from rest_framework import serializers

        class Logging:
            pass

        class A(
            # what it logs
            Logging,
            serializers.HyperlinkedModelSerializer,  # links
        ):
            pass
        """,
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyMixin

        class Logging:
            pass

        class A(
            # what it logs
            FastReadOnlyMixin,
            Logging,
            serializers.HyperlinkedModelSerializer,  # links
        ):
            pass
        """,
    ),
    "several bases": (
        """
        from rest_framework import serializers

        class Logging:
            pass

        class A(Logging, serializers.ModelSerializer, ):
            name = serializers.CharField()
        """,
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyModelSerializer

        class Logging:
            pass

        class A(Logging, FastReadOnlyModelSerializer, ):
            name = serializers.CharField()
        """,
    ),
    "a base with a type argument": (
        """
        from django.contrib.auth.models import User
        from rest_framework import serializers

        class A(serializers.ModelSerializer[User]):
            name = serializers.CharField()
        """,
        """
        from django.contrib.auth.models import User
        from rest_framework import serializers
        from fastserializers import FastReadOnlyModelSerializer

        class A(FastReadOnlyModelSerializer[User]):
            name = serializers.CharField()
        """,
    ),
    "a module that imports from this library": (
        """
        from fastserializers import read_only
        from rest_framework import serializers

        class A(serializers.ModelSerializer):
            name = serializers.CharField()
        """,
        """
        from fastserializers import read_only, FastReadOnlyModelSerializer
        from rest_framework import serializers

        class A(FastReadOnlyModelSerializer):
            name = serializers.CharField()
        """,
    ),
    "a module that has another name for it": (
        """
        from fastserializers import FastReadOnlySerializer as Fast
        from rest_framework import serializers

        class A(serializers.Serializer):
            name = serializers.CharField()
        """,
        """
        from fastserializers import FastReadOnlySerializer as Fast, FastReadOnlySerializer
        from rest_framework import serializers

        class A(FastReadOnlySerializer):
            name = serializers.CharField()
        """,
    ),
    "a module that imports from it on several lines": (
        """
        from fastserializers import (
            read_only,
        )
        from rest_framework import serializers

        class A(serializers.ModelSerializer):
            name = serializers.CharField()
        """,
        """
        from fastserializers import (
            read_only,
            FastReadOnlyModelSerializer,
        )
        from rest_framework import serializers

        class A(FastReadOnlyModelSerializer):
            name = serializers.CharField()
        """,
    ),
    "classes within others": (
        """
        from rest_framework import serializers

        class Outer(serializers.Serializer):
            class A(serializers.ModelSerializer):
                pass

        A = Outer.A
        """,
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyModelSerializer

        class Outer(serializers.Serializer):
            class A(FastReadOnlyModelSerializer):
                pass

        A = Outer.A
        """,
    ),
}
