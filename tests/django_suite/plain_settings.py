"""The settings of Django's own tests, whose outcomes are written down."""

from test_sqlite import *  # noqa: F403

TEST_RUNNER = "tests.django_suite.outcomes.Runner"
