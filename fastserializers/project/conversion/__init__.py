"""The edit that makes serializers fast: other bases, in files that otherwise stay as they are.

A class says what it inherits from, and its file where that is written. Where the two do not agree
nothing is edited. Needs libcst, which is in the extra `convert`.

In the order in which to read: `locate` finds where a class is written, `decide` what may be edited
there, `rewrite` makes the edit, and `files` shows it as a diff or writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fastserializers.project.conversion.decide import (
    certain_answer,
    check_bases,
    check_one_class,
    check_one_meta,
    check_order,
    meta_in,
)
from fastserializers.project.conversion.files import Conversion
from fastserializers.project.conversion.locate import NotEdited, file_of, parsed_file
from fastserializers.project.conversion.rewrite import Edit, converted
from fastserializers.serializers import FastReadOnlyMixin


class Refusal(NamedTuple):
    serializer: Any
    reason: str


def convert(
    serializers: Iterable[Any], unanswered: Iterable[Any] = (), only_read: Collection[Any] = ()
) -> tuple[list[Conversion], list[Refusal]]:
    """Return the files in which `serializers` are fast, and those that can't be made so.

    Those of the `unanswered` get `Meta.read_only_fields` where the answer is certain: `fields`
    for one that is `only_read`, `()` where each field that can be written is declared.
    """
    source_at = cache(parsed_file)
    chosen: list[Any] = []
    edits: dict[Path, list[Edit]] = {}
    refusals: list[Refusal] = []
    # Bases first: what inherits from a fast class is fast.
    for serializer in sorted(dict.fromkeys(serializers), key=lambda cls: len(cls.__mro__)):
        if issubclass(serializer, (FastReadOnlyMixin, *chosen)):
            continue
        try:
            source = source_at(file_of(serializer))
            check_bases(serializer, source)
            check_one_class(serializer)
            check_order([*chosen, serializer])
        except NotEdited as reason:
            refusals.append(Refusal(serializer, str(reason)))
        else:
            chosen.append(serializer)
            edits.setdefault(source.path, []).append(Edit(serializer))
    for serializer in unanswered:
        if not issubclass(serializer, (FastReadOnlyMixin, *chosen)):
            with suppress(NotEdited):
                source = source_at(file_of(serializer))
                check_one_class(serializer)
                check_one_meta(serializer)
                answer = certain_answer(serializer, meta_in(serializer, source), only_read)
                edits.setdefault(source.path, []).append(Edit(serializer, answer))
    return [converted(source_at(path), edits[path]) for path in edits], refusals
