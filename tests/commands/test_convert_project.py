"""`manage.py fastserializers convert`, in a project that the tests write."""

from __future__ import annotations

import json
import sys
from io import StringIO
from textwrap import dedent

import pytest
from django.core.management import CommandError, call_command

pytest.importorskip("libcst")


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


def test_a_named_one_is_converted_whatever_only_reads_with_it(project, tmp_path):
    text, remarks = project("convert", "GroupSerializer", "--json", "--write")
    document = json.loads(text)

    [file] = document["files"]
    assert file["serializers"] == ["shop.serializers.GroupSerializer"]
    assert "+class GroupSerializer(FastReadOnlyModelSerializer):" in file["diff"]
    assert document["left"] == []
    assert remarks == f"Edited {tmp_path}/shop/serializers.py.\n"
    again = project("convert", "GroupSerializer")
    assert again == ("", "shop.serializers.GroupSerializer is fast already.\n")


def test_one_that_a_view_writes_with_stays_and_the_mixin_is_offered(project, tmp_path):
    before = (tmp_path / "shop" / "serializers.py").read_text()

    diff, remarks = project("convert", "UserSerializer", "--write", code=1)

    assert diff == ""
    assert (tmp_path / "shop" / "serializers.py").read_text() == before
    assert " ".join(remarks.split()) == (
        "shop.serializers.UserSerializer is left as it is: Users may write with it. With "
        "FastReadMixin, a view reads fast all the same: "
        "manage.py fastserializers convert --views Users."
    )


VIEWS = """
    from django.contrib.auth.models import Group, User
    from django.urls import include, path
    from rest_framework import generics, viewsets
    from rest_framework.routers import SimpleRouter
    from shop import serializers

    class Base(viewsets.ModelViewSet):
        pass

    class Groups(Base):
        queryset = Group.objects.order_by("pk")
        serializer_class = serializers.GroupSerializer

    class Users(generics.ListCreateAPIView):  # a comment
        queryset = User.objects.order_by("pk")
        serializer_class = serializers.UserSerializer

    class Inbox(generics.CreateAPIView):
        serializer_class = serializers.UserSerializer

    router = SimpleRouter()
    router.register("groups", Groups)
    urlpatterns = [
        path("", include(router.urls)),
        path("users/", Users.as_view()),
        path("inbox/", Inbox.as_view()),
    ]
"""


def test_the_mixin_is_added_to_the_base_views_that_read(project, tmp_path):
    file = tmp_path / "shop" / "urls.py"
    file.write_text(dedent(VIEWS))
    slow = reads(project)

    diff, remarks = project("convert", "--views")
    assert (remarks, file.read_text()) == ("", dedent(VIEWS))
    assert project("convert", "--views", "--write")[0] == diff

    assert file.read_text() == dedent(VIEWS).replace(
        "from rest_framework.routers import SimpleRouter\n",
        "from rest_framework.routers import SimpleRouter\n"
        "from fastserializers.views import FastReadMixin\n",
    ).replace("Base(viewsets", "Base(FastReadMixin, viewsets").replace(
        "Users(generics", "Users(FastReadMixin, generics"
    )
    assert project("convert", "--views") == ("", "There is nothing to convert.\n")
    assert project("convert", "--views", "Groups") == ("", "Groups has FastReadMixin already.\n")
    assert set(slow.values()) == {False}
    assert set(reads(project).values()) == {True}
    # Both still write, and Inbox does nothing else.
    assert "H308" not in project("check")[0]


def reads(project):
    return {
        item["serializer"]: item["reads_are_fast"]
        for item in json.loads(project("list", "--json")[0])["serializers"]
    }


def test_a_view_is_given_the_mixin_by_its_name(project):
    document = json.loads(project("convert", "--views", "Users", "--json")[0])

    [file] = document["files"]
    assert file["views"] == ["shop.urls.Users"]
    assert "+class Users(FastReadMixin, generics.ListCreateAPIView):" in file["diff"]
    assert "is called Nobody." in project("convert", "--views", "Nobody", code=1)[1]


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
    package = "fastserializers.project.conversion"
    for name in [name for name in sys.modules if name.startswith(package)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "libcst", None)

    with pytest.raises(CommandError, match=r"pip install 'django-fastserializers\[convert\]'"):
        call_command("fastserializers", "convert", "--all")
