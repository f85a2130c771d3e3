"""Calls of `manage.py fastserializers` in this process."""

import json
from contextlib import nullcontext
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def run(*arguments, code=0, **options):
    """Return what the command prints and what it remarks, which ends with this code."""
    output, remarks = StringIO(), StringIO()
    with pytest.raises(SystemExit, match=str(code)) if code else nullcontext():
        call_command("fastserializers", *arguments, stdout=output, stderr=remarks, **options)
    return output.getvalue(), remarks.getvalue()


def command(*arguments, **options):
    return run(*arguments, **options)[0]


def document(*arguments, **options):
    return json.loads(command(*arguments, "--json", **options))


def refusal(*arguments):
    with pytest.raises(CommandError) as caught:
        command(*arguments)
    return str(caught.value)


def path_of(cls):
    return f"{cls.__module__}.{cls.__qualname__}"
