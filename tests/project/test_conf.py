"""The setting FASTSERIALIZERS: what it decides, and the check H307 of what is wrong with it."""

from __future__ import annotations

from django.core import checks

from fastserializers.checks.configuration import wrong_configuration
from fastserializers.conf import KEYS, value_of
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import project_now


def wrong():
    return list(wrong_configuration(project_now()))


def test_the_setting_or_the_path_of_a_module_tells_whose_it_is(settings):
    for value, own, others in (
        ({}, ["bookshop.serializers"], ["pytest", "rest_framework.serializers"]),
        (
            {"FIRST_PARTY_APPS": ["bookshop", "pytest"]},
            ["bookshop", "pytest"],
            ["bookshop_extra", "tests.models"],
        ),
    ):
        settings.FASTSERIALIZERS = value
        assert [*filter(is_first_party, [*own, *others])] == own
        assert wrong() == []


ALL_KEYS = f"There are: {', '.join(map(repr, KEYS))}."
NAMES = 'Set it to a list of package names, such as ["shop", "staff"].'
WRONG = [
    *(
        ({key: ["bookshop"]}, f"FASTSERIALIZERS has no key {key!r}.", "Did you mean '{}'?")
        for key in ("FIRST_PARTY_APP", "first_party_apps", "FIRST_PARTYAPPS")
    ),
    *(({key: 1}, f"FASTSERIALIZERS has no key {key!r}.", ALL_KEYS) for key in ("COLOUR", 3, None)),
    *(
        ({"FIRST_PARTY_APPS": value}, f"FASTSERIALIZERS['FIRST_PARTY_APPS'] is {value!r}.", NAMES)
        for value in ("bookshop", None, {"bookshop"}, [1], [""], 3)
    ),
    *((value, f"FASTSERIALIZERS is {value!r}.", None) for value in (None, [], "FIRST_PARTY_APPS")),
]


def test_what_is_wrong_is_refused_with_what_is_right_and_left_aside(settings):
    for value, message, hint in WRONG:
        settings.FASTSERIALIZERS = value

        [found] = wrong()

        assert (found.id, found.level, found.obj) == ("H307", checks.ERROR, "FASTSERIALIZERS")
        assert found.msg == message
        assert hint is None or found.hint == hint.format("FIRST_PARTY_APPS"), value
        assert value_of("FIRST_PARTY_APPS") is None, value
        assert is_first_party("bookshop"), value


def test_an_app_that_is_not_there_is_refused_with_the_nearest_one(settings):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshops", "tests"]}

    [message] = wrong()

    assert message.msg.startswith("FASTSERIALIZERS['FIRST_PARTY_APPS'] names 'bookshops', ")
    assert message.hint == "Did you mean 'bookshop'?"
