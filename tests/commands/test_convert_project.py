"""`manage.py fastserializers convert`, in a project that the tests write."""

from __future__ import annotations

import json
import sys
from io import StringIO

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
    package = "fastserializers.project.conversion"
    for name in [name for name in sys.modules if name.startswith(package)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "libcst", None)

    with pytest.raises(CommandError, match=r"pip install 'django-fastserializers\[convert\]'"):
        call_command("fastserializers", "convert", "--all")
