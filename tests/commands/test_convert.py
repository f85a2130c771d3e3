"""`fastserializers convert`: the edit of bases and imports, and what is left alone."""

import importlib
import sys
from itertools import count
from textwrap import dedent

import pytest
from django.urls import clear_url_caches, path
from rest_framework.decorators import api_view

from fastserializers import FastSerializerMixin
from fastserializers.project.conversion import SERIALIZERS, convert, diff_of
from tests.commands.calls import document, refusal, run

NUMBERS = count()


@pytest.fixture
def module(tmp_path, monkeypatch, request, settings):
    """Writes and imports a module of the project's; returns it."""
    del settings.FASTSERIALIZERS
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def write_module(code):
        name = f"converted_{next(NUMBERS)}"
        code = code if isinstance(code, bytes) else dedent(code).encode()
        (tmp_path / f"{name}.py").write_bytes(code)
        importlib.invalidate_caches()
        request.addfinalizer(lambda: sys.modules.pop(name, None))
        return importlib.import_module(name)

    return write_module


IMPORTS = """
from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework import serializers as s
from rest_framework.serializers import ModelSerializer as Base
import os
"""
LAST_OF_DRF = "ModelSerializer as Base\n"
PLAIN = "class Plain(Base): ...\nclass Logging: ...\n"


# What is written of a class, in two parts: the mixin goes between them.
WRITTEN = {
    "a comment": ("class A(", "serializers.ModelSerializer):  # a comment"),
    "a class of the project": ("class A(", "Plain):"),
    "two bases": ("class A(", "Logging, serializers.ModelSerializer, ):"),
    "several lines": (
        "class A(\n    # links\n    ",
        "s.HyperlinkedModelSerializer,  # and logs\n    Logging,\n):",
    ),
    "a subscript": ("class A(", "serializers.ModelSerializer[User]):"),
    "in a class": ("class Outer(s.Field):\n  class A(", "s.Serializer):"),
}


@pytest.mark.parametrize(("before", "after"), WRITTEN.values(), ids=WRITTEN)
def test_the_mixin_and_its_import_are_all_that_changes(module, before, after):
    imports = IMPORTS.replace(
        LAST_OF_DRF, f"{LAST_OF_DRF}from fastserializers import FastSerializerMixin\n"
    )
    loaded = module(f"{IMPORTS}{PLAIN}{before}{after}\n    é = s.CharField()\n")

    [conversion], refused = convert([getattr(loaded, "Outer", loaded).A], SERIALIZERS)

    expected = f"{imports}{PLAIN}{before}FastSerializerMixin, {after}\n    é = s.CharField()\n"
    assert refused == []
    assert conversion.after == expected
    loaded = module(expected)
    cls = getattr(loaded, "Outer", loaded).A
    assert issubclass(cls, FastSerializerMixin)
    assert convert([cls], SERIALIZERS) == ([], [])


def test_of_classes_that_inherit_from_each_other_the_first_is_enough(module):
    code = "class A({}Base): ...\nclass B(A): ...\nclass C({}s.Serializer): nested = A()\n"
    loaded = module(IMPORTS + code.format("", ""))

    [conversion], _ = convert([loaded.B, loaded.C, loaded.A], SERIALIZERS)

    assert conversion.after.endswith(code.format(*["FastSerializerMixin, "] * 2))
    assert conversion.after.count("import FastSerializerMixin\n") == 1


@pytest.mark.parametrize(
    ("first", "newline", "last"),
    [
        (b"", b"\r\n", b"\r\n"),
        (b"\xef\xbb\xbf", b"\n", b"  # caf\xc3\xa9"),
    ],
    ids=["of Windows", "a byte order mark and no last line"],
)
def test_bytes_that_are_not_edited_stay(module, first, newline, last):
    drf = b"from rest_framework import serializers"
    ours = b"from fastserializers import FastSerializerMixin"
    plain = b"class A(serializers.Serializer): x = serializers.CharField()"
    fast = b"class A(FastSerializerMixin, serializers.Serializer): x = serializers.CharField()"
    loaded = module(first + newline.join([drf, plain]) + last)

    [conversion], _ = convert([loaded.A], SERIALIZERS)
    conversion.path.write_bytes(conversion.after.encode(conversion.encoding))

    assert conversion.path.read_bytes() == first + newline.join([drf, ours, fast]) + last


def test_the_diff_is_one_that_patch_takes(module):
    code = b"from rest_framework import serializers as s\n\nclass A(s.Serializer): x = s.Field()"

    [conversion], _ = convert([module(code).A], SERIALIZERS)

    name = conversion.path.name
    assert diff_of(conversion).splitlines() == [
        f"--- a/{name}",
        f"+++ b/{name}",
        "@@ -1,3 +1,4 @@",
        " from rest_framework import serializers as s",
        "+from fastserializers import FastSerializerMixin",
        " ",
        "-class A(s.Serializer): x = s.Field()",
        "\\ No newline at end of file",
        "+class A(FastSerializerMixin, s.Serializer): x = s.Field()",
        "\\ No newline at end of file",
    ]


REFUSED = {
    "it is made by a function": "def made():\n  class A(Base): ...\n  return A\nA = made()",
    "A is defined by no class statement": "A = type('A', (Base,), {'__module__': __name__})",
    "A is defined several times": "if s:\n  class A(Base): ...\nelse:\n  class A(Base): ...",
    "FastSerializerMixin is the name of something else": (
        "FastSerializerMixin = 1\nclass A(Base): ..."
    ),
    "B has the mixin itself": (
        "from fastserializers import FastSerializerMixin\n"
        "class A(Base): ...\nclass B(FastSerializerMixin, A): ..."
    ),
    "it is no subclass of Serializer": "class A(s.BaseSerializer): ...",
}


@pytest.mark.parametrize(("reason", "code"), REFUSED.items(), ids=REFUSED)
def test_what_is_not_certain_is_left_alone(module, reason, code):
    conversions, [(_, why)] = convert([module(IMPORTS + code).A], SERIALIZERS)

    assert conversions == []
    assert str(why).startswith(reason)


def test_what_is_in_no_file_of_the_project_is_left_alone(module, tmp_path, monkeypatch):
    loaded = module(f"{IMPORTS}class A(Base): ...")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "elsewhere"), *sys.path])

    _, [(_, why)] = convert([loaded.A], SERIALIZERS)

    assert str(why) == f"{loaded.__name__} is not in a file of this project"


# The command, on a project of one module.

PROJECT = """
    from django.contrib.auth.models import Group, User
    from django.urls import path
    from rest_framework import generics, serializers
    from rest_framework.views import APIView

    class GroupSerializer(serializers.ModelSerializer):
        class Meta:
            model = Group
            fields = ["id", "name"]

    class MemberSerializer(serializers.ModelSerializer):
        class Meta:
            model = User
            fields = ["id", "username"]

    class Base(generics.ListAPIView):
        pass

    class Groups(Base):
        queryset = Group.objects.all()
        serializer_class = GroupSerializer

    class Users(generics.ListCreateAPIView):
        queryset = User.objects.all()
        serializer_class = MemberSerializer

    class Inbox(generics.CreateAPIView):
        serializer_class = MemberSerializer

    class Status(APIView):
        def get(self, request): ...

    urlpatterns = [
        path("groups/", Groups.as_view()),
        path("users/", Users.as_view()),
        path("inbox/", Inbox.as_view()),
        path("status/", Status.as_view()),
    ]
"""


@pytest.fixture
def project(module, settings):
    """Installs that project, and returns its module."""
    installed = module(PROJECT)
    settings.ROOT_URLCONF = installed.__name__
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [installed.__name__]}
    return installed


def test_all_views_that_h301_names_are_converted(project):
    diff, remarks = run("convert", "--views")
    assert remarks == ""

    assert run("convert", "--views", "--write") == (diff, f"Edited {project.__file__}.\n")

    with open(project.__file__) as edited:
        assert edited.read() == dedent(PROJECT).replace(
            "import APIView\n",
            "import APIView\nfrom fastserializers.views import FastReadMixin\n",
        ).replace("(generics.List", "(FastReadMixin, generics.List")


def test_a_view_that_is_a_function_is_called_by_its_name(project):
    project.report = api_view(["GET"])(lambda request: None)
    project.report.cls.__name__ = "report"
    project.report.cls.__module__ = project.__name__
    project.urlpatterns.append(path("report/", project.report))
    clear_url_caches()

    _, remarks = run("convert", "--views", "report", code=1)

    assert " ".join(remarks.split()) == (
        f"{project.__name__}.report is left as it is: it is a function: decorate it with "
        "reading_fast(), below @api_view."
    )


def test_the_mixin_is_added_to_the_bases_of_views_or_to_those_of_a_name(project):
    name = project.__name__
    [file] = document("convert", "--views")["files"]
    assert file["classes"] == [f"{name}.Base", f"{name}.Users"]
    [file] = document("convert", "--views", "Users", "Status")["files"]
    assert file["classes"] == [f"{name}.Status", f"{name}.Users"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--views", "Nobody"], "is called Nobody"),
        ([], "Name the serializers to convert, or give --views"),
    ],
    ids=["an unknown view", "nothing"],
)
def test_what_it_can_not_take_is_refused(project, arguments, message):
    assert message in refusal("convert", *arguments)
