"""The edit that makes serializers or views fast: other bases, in files that stay as they are.

A class says what it inherits from, and its file where that is written. Where the two do not agree
nothing is edited. Needs libcst, which is in the extra `convert`.

In the order in which to read: `kinds` says what makes a class fast, `locate` finds where a class
is written, `decide` what may be edited there, `rewrite` makes the edit, and `files` shows it as a
diff or writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from fastserializers.project.conversion.decide import (
    certain_answer,
    check_bases,
    check_one_class,
    check_one_meta,
    check_only_reads,
    check_order,
    meta_in,
)
from fastserializers.project.conversion.files import Conversion
from fastserializers.project.conversion.kinds import SERIALIZERS, VIEWS, Kind
from fastserializers.project.conversion.locate import NotEdited, SourceFile, file_of, parsed_file
from fastserializers.project.conversion.rewrite import Edit, converted
from fastserializers.serializers import FastReadOnlyMixin


class Refusal(NamedTuple):
    cls: Any
    reason: str


def convert(
    serializers: Iterable[Any],
    unanswered: Iterable[Any] = (),
    only_read: Collection[Any] = (),
    writing: Mapping[Any, Collection[str]] = MappingProxyType({}),
) -> tuple[list[Conversion], list[Refusal]]:
    """Return the files in which `serializers` are fast, and those that can't be made so.

    Those of the `unanswered` get `Meta.read_only_fields` where the answer is certain: `fields`
    for one that is `only_read`, `()` where each field that can be written is declared. `writing`
    has the names of the views that write with a serializer: those are left as they are.
    """
    source_at = cache(parsed_file)
    edits: dict[Path, list[Edit]] = {}
    chosen, refusals = with_fast_bases(
        serializers, SERIALIZERS, source_at, edits, partial(check_only_reads, writing=writing)
    )
    for serializer in unanswered:
        if not issubclass(serializer, (FastReadOnlyMixin, *chosen)):
            with suppress(NotEdited):
                source = source_at(file_of(serializer))
                check_one_class(serializer, SERIALIZERS)
                check_one_meta(serializer)
                answer = certain_answer(serializer, meta_in(serializer, source), only_read)
                edits.setdefault(source.path, []).append(Edit(serializer, SERIALIZERS, answer))
    return [converted(source_at(path), edits[path]) for path in edits], refusals


def convert_views(views: Iterable[Any]) -> tuple[list[Conversion], list[Refusal]]:
    """Return the files in which `views` have the mixin, and those that can't be given it."""
    source_at = cache(parsed_file)
    edits: dict[Path, list[Edit]] = {}
    _, refusals = with_fast_bases(views, VIEWS, source_at, edits, lambda view: None)
    return [converted(source_at(path), edits[path]) for path in edits], refusals


def with_fast_bases(
    classes: Iterable[Any],
    kind: Kind,
    source_at: Callable[[Path], SourceFile],
    edits: dict[Path, list[Edit]],
    check: Callable[[Any], None],
) -> tuple[list[Any], list[Refusal]]:
    """Add to the `edits` those that make classes fast; return the classes, and what is refused."""
    chosen: list[Any] = []
    refusals: list[Refusal] = []
    # Bases first: what inherits from a fast class is fast.
    for cls in sorted(dict.fromkeys(classes), key=lambda cls: len(cls.__mro__)):
        if issubclass(cls, (kind.mixin, *chosen)):
            continue
        try:
            check(cls)
            source = source_at(file_of(cls))
            check_bases(cls, source, kind)
            check_one_class(cls, kind)
            check_order([*chosen, cls], kind)
        except NotEdited as reason:
            refusals.append(Refusal(cls, str(reason)))
        else:
            chosen.append(cls)
            edits.setdefault(source.path, []).append(Edit(cls, kind))
    return chosen, refusals
