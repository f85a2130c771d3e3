"""A test runner that writes down how each test ended."""

import json
import os
import unittest
from pathlib import Path

from django.conf import settings
from django.test.runner import DiscoverRunner


class Result(unittest.TextTestResult):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.outcomes = {}

    def stopTestRun(self):
        super().stopTestRun()
        given = next(getattr(settings, "GIVEN", iter([0])))
        written = {"outcomes": self.outcomes, "instances": given}
        Path(os.environ["OUTCOMES"]).write_text(json.dumps(written))


def noting(name, outcome):
    method = getattr(unittest.TextTestResult, name)

    def note(self, test, *details):
        method(self, test, *details)
        if details[-1:] != (None,):
            self.outcomes.setdefault(test.id(), []).append(outcome)

    return note


for name, outcome in {
    "addSuccess": "passed",
    "addError": "error",
    "addFailure": "failed",
    "addSkip": "skipped",
    "addExpectedFailure": "failed as expected",
    "addUnexpectedSuccess": "passed unexpectedly",
    "addSubTest": "failed in part",
}.items():
    setattr(Result, name, noting(name, outcome))


class Runner(DiscoverRunner):
    def get_resultclass(self):
        return Result
