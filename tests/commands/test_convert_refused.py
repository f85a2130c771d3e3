"""`fastserializers convert`: what is not certain is left alone."""

from __future__ import annotations

import sys

import pytest

pytest.importorskip("libcst")

from fastserializers.project.conversion import convert
from tests.commands.conversions import CASES

REFUSED = {
    "bases chosen by code": (
        """
        from rest_framework import serializers

        def made(base):
            class A(base):
                pass
            return A

        A = made(serializers.ModelSerializer)
        """,
        "its bases are not those that its source names",
    ),
    "made without a class statement": (
        """
        from rest_framework import serializers

        A = type("A", (serializers.ModelSerializer,), {"__module__": __name__})
        """,
        "A is defined by no class statement in ",
    ),
    "defined twice": (
        """
        from rest_framework import serializers

        if serializers:
            class A(serializers.ModelSerializer):
                pass
        else:
            class A(serializers.Serializer):
                pass
        """,
        "A is defined several times in ",
    ),
    "a name that is taken": (
        """
        from rest_framework import serializers

        FastReadOnlyModelSerializer = 1

        class A(serializers.ModelSerializer):
            pass
        """,
        "FastReadOnlyModelSerializer is the name of something else in ",
    ),
    "a subclass that could not be defined": (
        """
        from rest_framework import serializers
        from fastserializers import FastReadOnlyMixin

        class A(serializers.ModelSerializer):
            pass

        class B(FastReadOnlyMixin, A):
            pass
        """,
        "B could no longer be defined: ",
    ),
    "no fields": (
        """
        from rest_framework.serializers import BaseSerializer

        class A(BaseSerializer):
            pass
        """,
        "it is no subclass of Serializer",
    ),
}


@pytest.mark.parametrize(("code", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_certain_is_left_alone(module, code, reason):
    loaded = module(code)

    conversions, [(refused, why)] = convert([loaded.A])

    assert conversions == []
    assert refused is loaded.A
    assert why.startswith(reason)


def test_one_source_of_several_classes_is_left_alone(module):
    code = """
        from rest_framework import serializers

        def made():
            class A(serializers.ModelSerializer):
                pass
            return A

        A, B = made(), made()
    """
    loaded = module(code)

    conversions, [(_, why), _] = convert([loaded.A, loaded.B])

    assert (conversions, why) == ([], "its source makes more than one class")


def test_files_outside_the_project_are_left_alone(module, tmp_path, monkeypatch):
    loaded = module(CASES["several bases"][0])
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "elsewhere"), *sys.path])

    conversions, [(_, why)] = convert([loaded.A])

    assert (conversions, why) == ([], f"{loaded.__file__} is not a file of this project")
