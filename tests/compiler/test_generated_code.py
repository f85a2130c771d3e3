"""What a person sees of the generated code, which is what lies in `golden/`, reviewed."""

import inspect
import linecache
import traceback

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer
from tests.compiler.golden import FOLDER, sources


@pytest.fixture(scope="module")
def generated():
    return sources()


def test_every_golden_file_is_generated(generated):
    assert {path.name for path in FOLDER.glob("*.py")} == {*generated}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_the_generated_source_is_the_reviewed_one(path, generated):
    assert generated[path.name] == path.read_text(), "python -m tests.compiler.golden writes it"


def test_no_generated_line_is_too_long_to_read(generated):
    lines = [line for source in generated.values() for line in source.splitlines()]
    assert [line for line in lines if len(line) > 140] == []


class Thing:
    name = "thing"

    @property
    def broken(self):
        raise ValueError("broken")


class ShownSerializer(FastReadOnlySerializer):
    name = serializers.CharField()
    broken = serializers.CharField()


@pytest.mark.parametrize("many", [False, True])
def test_tracebacks_and_inspect_show_the_source(many):
    with pytest.raises(ValueError, match="broken") as error:
        ShownSerializer([Thing()] if many else Thing(), many=many).data  # noqa: B018
    linecache.checkcache()
    text = "".join(traceback.format_exception(error.value))
    assert "in represent_ShownSerializer" in text
    assert "broken = instance.broken" in text
    frames = [frame for frame, _ in traceback.walk_tb(error.value.__traceback__)]
    (frame,) = [it for it in frames if it.f_code.co_filename.startswith("<fastserializers")]
    compile(inspect.getsource(frame.f_code), "as printed", "exec")
