"""Define many serializers in a new process, use each once, and print the CPU seconds of both."""

from __future__ import annotations

import sys
from time import process_time

import django

MODULE = """
from django.contrib.auth.models import User
from fastserializers import FastReadOnlyModelSerializer
from rest_framework.serializers import ModelSerializer
"""
SERIALIZER = """
class User{number}Serializer({base}):
    class Meta:
        model = User
        fields = [
            "id", "last_login", "is_superuser", "username", "first_name", "last_name", "email",
            "is_staff", "is_active", "date_joined",
        ]
"""


def main(base: str, count: str) -> None:
    django.setup()
    names = {}
    exec(MODULE, names)  # noqa: S102
    source = "".join(SERIALIZER.format(number=n, base=base) for n in range(int(count)))
    module = compile(source, "serializers", "exec")

    started = process_time()
    exec(module, names)  # noqa: S102
    defined = process_time()
    user = names["User"](username="ada")
    for number in range(int(count)):
        names[f"User{number}Serializer"](user).data  # noqa: B018
    used = process_time()
    print(defined - started, used - started)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
