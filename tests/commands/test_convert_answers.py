"""`fastserializers convert`: the answer that H300 asks for."""

from __future__ import annotations

from textwrap import dedent

import pytest

pytest.importorskip("libcst")

from fastserializers.project.conversion import convert

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
