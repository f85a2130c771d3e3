"""`fastserializers convert`: the edit of bases and imports, on modules that the tests write."""

from __future__ import annotations

from textwrap import dedent

import pytest

pytest.importorskip("libcst")

from fastserializers import FastReadOnlyMixin, read_only
from fastserializers.project.conversion import convert
from tests.commands.conversions import CASES, converted


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


def test_one_that_has_a_twin_is_converted(module):
    loaded = module(CASES["a base of the project's"][0])
    assert issubclass(read_only(loaded.A), FastReadOnlyMixin)

    assert converted(loaded, "A") == dedent(CASES["a base of the project's"][1])
