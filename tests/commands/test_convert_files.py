"""`fastserializers convert`: files are replaced as a whole, or not at all."""

from __future__ import annotations

import os
import stat

import pytest

pytest.importorskip("libcst")

from fastserializers.project.conversion import convert
from fastserializers.project.conversion.files import diff_of, write
from tests.commands.conversions import CASES


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
