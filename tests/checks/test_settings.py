"""The check H307: what the setting names, and nothing has."""

import pytest

from fastserializers.checks.findings import CHECKS
from fastserializers.conf import SETTING
from fastserializers.project.overview import project_now


@pytest.fixture
def told(settings, tmp_path):
    """Return what H307 says of these keys of the setting."""
    settings.BASE_DIR = tmp_path

    def told(**keys):
        settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__package__], **keys}
        found = list(CHECKS["H307"](project_now()))
        return [message.msg for message in found if message.obj == SETTING]

    return told


@pytest.mark.parametrize(
    ("content", "reason"),
    [("[]", "is not a JSON object"), ("<<<<<<< HEAD\n{}", "is no JSON: ")],
    ids=["a list", "a conflict of a merge"],
)
def test_a_baseline_that_is_broken_is_found(told, tmp_path, content, reason):
    (tmp_path / "fastserializers-baseline.json").write_text(content)

    [message] = told()

    assert message.startswith(f"The baseline {tmp_path}/fastserializers-baseline.json {reason}")


TIMING = "fastserializers.middleware.ServerTimingMiddleware"


@pytest.mark.parametrize(
    ("middleware", "debug", "allowed", "found"),
    [
        ([TIMING], False, False, 1),
        ([TIMING], True, False, 0),
        ([TIMING], False, True, 0),
        ([], False, False, 0),
    ],
    ids=["in production", "with DEBUG", "allowed", "without the middleware"],
)
def test_names_for_clients_are_found(settings, middleware, debug, allowed, found):
    settings.MIDDLEWARE, settings.DEBUG = middleware, debug
    settings.FASTSERIALIZERS = {"SERVER_TIMING": allowed}

    assert len(list(CHECKS["H311"](project_now()))) == found
