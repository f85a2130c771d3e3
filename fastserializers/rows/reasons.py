"""Why Django reads a queryset, and not this package: in words that tools print."""

from __future__ import annotations

from fastserializers.rows.execute import prepare
from fastserializers.rows.unpatched import (
    OWN_COMPILER,
    Queryset,
    has_own,
    reasons_against,
    replaced_part,
)


def why_django_reads(queryset: Queryset) -> str:
    """Return why a queryset is read by Django; the empty string where it is read as rows.

    Compiles its query, and executes nothing. Raises what compiling raises.
    """
    if queryset._result_cache is not None:
        return "it is evaluated already"
    reason = next(reasons_against(queryset), "")
    if reason:
        return reason
    compiler = type(queryset.query.get_compiler(using=queryset.db))
    if not has_own(compiler, OWN_COMPILER):
        return replaced_part(compiler, OWN_COMPILER)
    if prepare(queryset) is not None:
        return ""
    return "it joins a model whose instances only Django makes, or selects what only Django reads"
