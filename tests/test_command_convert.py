"""`manage.py fastserializers convert`: the edit, on modules and projects that the tests write."""

from __future__ import annotations

import importlib
import json
import os
import stat
import subprocess
import sys
from io import StringIO
from itertools import count
from textwrap import dedent

import pytest
from django.core.management import CommandError, call_command

pytest.importorskip("libcst")

from fastserializers import FastReadOnlyMixin, read_only
from fastserializers.conversion import convert, diff_of, write

NUMBERS = count()
HEAD = """\
from django.contrib.auth.models import User
from rest_framework import serializers

"""


@pytest.fixture
def module(tmp_path, monkeypatch, request):
    """Writes and imports a module of the project's; returns it."""
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
        )
        from fastserializers import FastReadOnlyModelSerializer

        class A(FastReadOnlyModelSerializer):
            name = CharField()
        """,
    ),
    "a name that a comment still has": (
        """
        from rest_framework.serializers import ModelSerializer

        class A(ModelSerializer):
            pass  # not a ModelSerializer for long
        """,
        """
        from rest_framework.serializers import ModelSerializer
        from fastserializers import FastReadOnlyModelSerializer

        class A(FastReadOnlyModelSerializer):
            pass  # not a ModelSerializer for long
        """,
    ),
    "an import with a comment": (
        """
        from rest_framework.serializers import ModelSerializer  # noqa: F401

        class A(ModelSerializer):
            pass
        """,
        """
        from rest_framework.serializers import ModelSerializer  # noqa: F401
        from fastserializers import FastReadOnlyModelSerializer

        class A(FastReadOnlyModelSerializer):
            pass
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

        class A(FastReadOnlyModelSerializer):
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


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_the_bases_and_the_imports_are_all_that_changes(module, before, after):
    assert converted(module(before), "A") == dedent(after)


@pytest.mark.parametrize("case", CASES)
def test_what_is_written_defines_a_fast_class_and_is_left_alone_after_that(module, case):
    loaded = module(CASES[case][1])

    assert issubclass(loaded.A, FastReadOnlyMixin)
    assert convert([loaded.A]) == ([], [])


PAIR = """
    from rest_framework import serializers

    class A(serializers.ModelSerializer):
        pass

    class B(A):
        pass

    class C(serializers.Serializer):
        nested = A()
"""


def test_of_classes_that_inherit_from_each_other_the_first_is_enough(module):
    code = converted(module(PAIR), "B", "C", "A")

    assert "class A(FastReadOnlyModelSerializer):" in code
    assert "class B(A):" in code
    assert "class C(FastReadOnlySerializer):" in code
    assert "import FastReadOnlyModelSerializer, FastReadOnlySerializer\n" in code


@pytest.mark.parametrize(
    ("first", "newline", "last"),
    [
        (b"", b"\r\n", b"\r\n"),
        (b"", b"\n", b""),
        (b"\xef\xbb\xbf", b"\n", b"  # caf\xc3\xa9\n"),
        (b"# coding: latin-1\n", b"\n", b"  # caf\xe9\n"),
    ],
    ids=["CRLF", "no newline at the end", "a byte order mark", "another encoding"],
)
def test_bytes_that_are_not_edited_stay(module, first, newline, last):
    def code(base, *imports):
        lines = (
            b"from rest_framework import serializers",
            *imports,
            b"class A(" + base + b"):",
            b"\tname = serializers.CharField()",
        )
        return first + newline.join(lines) + last

    [conversion], _ = convert([module(code(b"serializers.Serializer")).A])

    assert conversion.after == code(
        b"FastReadOnlySerializer", b"from fastserializers import FastReadOnlySerializer"
    )


def test_a_name_that_another_module_imports_stays(module):
    shared = module(CASES["a name that nothing else needs"][0])
    module(f"from {shared.__name__} import ModelSerializer")

    assert "import ModelSerializer\n" in converted(shared, "A")


def test_one_that_has_a_twin_is_converted(module):
    loaded = module(CASES["a base of the project's"][0])
    assert issubclass(read_only(loaded.A), FastReadOnlyMixin)

    assert converted(loaded, "A") == dedent(CASES["a base of the project's"][1])


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


# What H300 asks for


META = """
    from django.contrib.auth.models import User
    from rest_framework import serializers

    class A(serializers.ModelSerializer):
        username = serializers.CharField()

        class Meta:
            model = User
            fields = {fields}
            extra = 1
"""


@pytest.mark.parametrize(
    ("fields", "only_read", "answer"),
    [
        ('["id", "username", "email"]', True, "fields"),
        ('("id", "email")', True, "fields"),
        ('["id", "username"]', False, "()"),
        ('["id", "username", "email"]', False, None),
        ('"__all__"', True, None),
        ('["id", "nonsense"]', False, None),
    ],
)
def test_read_only_fields_are_answered_where_that_is_certain(module, fields, only_read, answer):
    loaded = module(META.format(fields=fields))

    conversions, _ = convert([], [loaded.A], {loaded.A} if only_read else ())

    assert [conversion.after.decode() for conversion in conversions] == (
        [
            dedent(META.format(fields=fields)).replace(
                "        extra = 1", f"        read_only_fields = {answer}\n        extra = 1"
            )
        ]
        if answer
        else []
    )


def test_an_answer_that_others_would_inherit_is_not_given(module):
    loaded = module(
        META.format(fields='["id", "username"]')
        + """
    class B(serializers.ModelSerializer):
        class Meta(A.Meta):
            fields = ["id", "email"]
"""
    )

    assert convert([], [loaded.A]) == ([], [])


# Files


def test_a_file_is_replaced_as_a_whole(module):
    loaded = module(CASES["several bases"][0])
    os.chmod(loaded.__file__, 0o640)
    [conversion], _ = convert([loaded.A])

    write(conversion)

    assert conversion.path.read_bytes() == conversion.after
    assert stat.S_IMODE(conversion.path.stat().st_mode) == 0o640
    assert os.listdir(conversion.path.parent).count(conversion.path.name) == 1
    assert not [name for name in os.listdir(conversion.path.parent) if name.startswith(".")]


def test_a_file_that_can_not_be_written_stays_as_it_was(module):
    loaded = module(CASES["several bases"][0])
    [conversion], _ = convert([loaded.A])
    unwritable = conversion._replace(after=None)

    with pytest.raises(TypeError):
        write(unwritable)

    assert conversion.path.read_bytes() == conversion.before
    assert not [name for name in os.listdir(conversion.path.parent) if name.startswith(".")]


def test_the_diff_is_one_that_patch_takes(module):
    code = b"from rest_framework import serializers as s\n\nclass A(s.Serializer): x = s.Field()"

    [conversion], _ = convert([module(code).A])

    name = conversion.path.name
    assert diff_of(conversion).splitlines() == [
        f"--- a/{name}",
        f"+++ b/{name}",
        "@@ -1,3 +1,4 @@",
        " from rest_framework import serializers as s",
        "+from fastserializers import FastReadOnlySerializer",
        " ",
        "-class A(s.Serializer): x = s.Field()",
        "\\ No newline at end of file",
        "+class A(FastReadOnlySerializer): x = s.Field()",
        "\\ No newline at end of file",
    ]


# The command, in projects


SERIALIZERS = """
    from django.contrib.auth.models import Group, Permission, User
    from rest_framework import serializers


    class PermissionSerializer(serializers.ModelSerializer):
        class Meta:
            model = Permission
            fields = ["name"]


    class GroupSerializer(serializers.ModelSerializer):
        permissions = PermissionSerializer(many=True, read_only=True)

        class Meta:
            model = Group
            fields = ["id", "name", "permissions"]


    class UserSerializer(serializers.ModelSerializer):
        class Meta:
            model = User
            fields = ["id", "username"]
"""
PROJECT = {
    "manage.py": """
        import os, sys
        from django.core.management import execute_from_command_line

        os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
        execute_from_command_line(sys.argv)
    """,
    "settings.py": """
        SECRET_KEY = "only for the tests"
        INSTALLED_APPS = [
            "django.contrib.auth", "django.contrib.contenttypes", "fastserializers", "shop"
        ]
        DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}
        ROOT_URLCONF = "shop.urls"
    """,
    "shop/__init__.py": "",
    "shop/serializers.py": SERIALIZERS,
    "shop/urls.py": """
        from django.contrib.auth.models import Group, User
        from django.urls import path
        from rest_framework import generics
        from shop import serializers

        class Groups(generics.ListAPIView):
            queryset = Group.objects.all()
            serializer_class = serializers.GroupSerializer

        class Users(generics.ListCreateAPIView):
            queryset = User.objects.all()
            serializer_class = serializers.UserSerializer

        urlpatterns = [path("groups/", Groups.as_view()), path("users/", Users.as_view())]
    """,
}


@pytest.fixture
def project(tmp_path):
    """A project in a folder; returns what runs its manage.py."""
    for name, code in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(dedent(code))
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

    def manage(*arguments):
        finished = subprocess.run(  # noqa: S603
            [sys.executable, "manage.py", "fastserializers", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": root},
            capture_output=True,
            check=True,
            text=True,
        )
        return finished.stdout, finished.stderr

    return manage


def test_all_that_only_read_are_converted_once(project, tmp_path):
    file = tmp_path / "shop" / "serializers.py"
    before = file.read_text()

    diff, remarks = project("convert", "--all")
    assert file.read_text() == before
    assert remarks == ""
    written, remarks = project("convert", "--all", "--write")
    assert written == diff
    assert remarks == f"Edited {file}.\n"
    assert file.read_text() == before.replace(
        "import serializers\n",
        "import serializers\nfrom fastserializers import FastReadOnlyModelSerializer\n",
    ).replace("serializers.ModelSerializer", "FastReadOnlyModelSerializer", 2)
    assert project("convert", "--all") == ("", "There is nothing to convert.\n")


def test_a_named_one_is_converted_whatever_uses_it(project, tmp_path):
    text, remarks = project("convert", "UserSerializer", "--json", "--write")
    document = json.loads(text)

    [file] = document["files"]
    assert file["serializers"] == ["shop.serializers.UserSerializer"]
    assert "+class UserSerializer(FastReadOnlyModelSerializer):" in file["diff"]
    assert document["left"] == []
    assert "shop.serializers.UserSerializer may be written with" in remarks
    again = project("convert", "UserSerializer")
    assert again == ("", "shop.serializers.UserSerializer is fast already.\n")


def test_one_that_can_not_be_converted_fails_the_command():
    output, remarks = StringIO(), StringIO()

    with pytest.raises(SystemExit, match="1"):
        call_command(
            "fastserializers", "convert", "bookshop.serializers.plain.user", stdout=output,
            stderr=remarks,
        )  # fmt: skip

    assert output.getvalue() == ""
    assert remarks.getvalue().startswith(
        "bookshop.serializers.plain.user is left as it is: its bases are not those"
    )


@pytest.mark.parametrize("arguments", [[], ["UserSerializer", "--all"]])
def test_it_takes_names_or_all_of_them(arguments):
    with pytest.raises(CommandError, match="Name the serializers to convert, or give --all"):
        call_command("fastserializers", "convert", *arguments)


def test_without_libcst_it_names_the_extra(monkeypatch):
    monkeypatch.delitem(sys.modules, "fastserializers.conversion", raising=False)
    monkeypatch.setitem(sys.modules, "libcst", None)

    with pytest.raises(CommandError, match=r"pip install 'django-fastserializers\[convert\]'"):
        call_command("fastserializers", "convert", "--all")
