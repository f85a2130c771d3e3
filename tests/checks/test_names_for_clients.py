"""The check H311: names of classes that clients see."""

import pytest

from fastserializers.checks.findings import CHECKS
from fastserializers.project.overview import project_now

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
