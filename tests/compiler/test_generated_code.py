"""What a person sees of the generated code."""

from __future__ import annotations

import inspect
import linecache
import traceback

import pytest
from rest_framework import serializers

from fastserializers import FastReadOnlySerializer


class TestGeneratedCode:
    def failing(self):
        class Thing:
            name = "thing"

            @property
            def broken(self):
                raise ValueError("broken")

        class ShownSerializer(FastReadOnlySerializer):
            name = serializers.CharField()
            broken = serializers.CharField()

        # The first use is REST framework's.
        with pytest.raises(ValueError, match="broken"):
            ShownSerializer(Thing()).data  # noqa: B018
        return ShownSerializer, Thing()

    @pytest.mark.parametrize("many", [False, True])
    def test_is_shown_in_tracebacks(self, many):
        serializer_class, thing = self.failing()
        with pytest.raises(ValueError, match="broken") as error:
            serializer_class([thing] if many else thing, many=many).data  # noqa: B018
        text = "".join(traceback.format_exception(error.value))
        assert "in represent_ShownSerializer" in text
        assert "broken = instance.broken" in text
        linecache.checkcache()
        assert "broken = instance.broken" in "".join(traceback.format_exception(error.value))

    def test_is_found_by_inspect(self):
        serializer_class, thing = self.failing()
        with pytest.raises(ValueError, match="broken") as error:
            serializer_class(thing).data  # noqa: B018
        (frame,) = [
            frame
            for frame, _ in traceback.walk_tb(error.value.__traceback__)
            if frame.f_code.co_filename.startswith("<fastserializers")
        ]
        source = inspect.getsource(frame.f_code)
        assert source.startswith("def represent_ShownSerializer(")
        assert "broken = instance.broken" in source
        compile(source, "as printed", "exec")

    def test_says_the_same_as_drf_of_a_missing_attribute(self):
        serializer_class, _ = self.failing()
        with pytest.raises(AttributeError) as error:
            serializer_class(object()).data  # noqa: B018
        text = "".join(traceback.format_exception(error.value))
        assert "Got AttributeError when attempting to get a value for field `name`" in text
