"""The setting FASTSERIALIZERS: what it decides, and the check H307 of what is wrong with it."""

import pytest
from django.core import checks

from fastserializers.checks.configuration import wrong_configuration
from fastserializers.conf import KEYS, value_of
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import project_now


def wrong():
    return list(wrong_configuration(project_now()))


@pytest.mark.parametrize(
    ("value", "own", "others"),
    [
        ({}, ["bookshop.serializers"], ["pytest", "rest_framework.serializers"]),
        (
            {"FIRST_PARTY_APPS": ["bookshop", "pytest"]},
            ["bookshop", "pytest"],
            ["bookshop_extra", "tests.models"],
        ),
    ],
    ids=["by its path", "by the setting"],
)
def test_the_setting_or_the_path_of_a_module_tells_whose_it_is(settings, value, own, others):
    settings.FASTSERIALIZERS = value
    assert [*filter(is_first_party, [*own, *others])] == own
    assert wrong() == []


ALL_KEYS = f"There are: {', '.join(map(repr, KEYS))}."
NEAREST = "Did you mean 'FIRST_PARTY_APPS'?"
APPS = 'Set it to a list of package names, such as ["shop", "staff"].'


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        ({"FIRST_PARTYAPP": []}, " has no key 'FIRST_PARTYAPP'.", NEAREST),
        ({"COLOUR": []}, " has no key 'COLOUR'.", ALL_KEYS),
        ({"FIRST_PARTY_APPS": "bookshop"}, "['FIRST_PARTY_APPS'] is 'bookshop'.", APPS),
        ({"FIRST_PARTY_APPS": None}, "['FIRST_PARTY_APPS'] is None.", APPS),
        ({"FIRST_PARTY_APPS": [1]}, "['FIRST_PARTY_APPS'] is [1].", APPS),
        (None, " is None.", f"Set it to a dict. {ALL_KEYS}"),
        ([], " is [].", f"Set it to a dict. {ALL_KEYS}"),
    ],
    ids=str,
)
def test_a_setting_that_is_wrong_is_refused_and_has_no_effect(settings, value, message, hint):
    settings.FASTSERIALIZERS = value

    [found] = wrong()

    assert (found.id, found.level, found.obj) == ("H307", checks.ERROR, "FASTSERIALIZERS")
    assert found.msg == f"FASTSERIALIZERS{message}"
    assert found.hint == hint
    assert value_of("FIRST_PARTY_APPS") is None
    assert is_first_party("bookshop")


def test_an_app_that_is_not_there_is_refused_with_the_nearest_one(settings):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshops", "tests"]}

    [message] = wrong()

    assert message.msg.startswith("FASTSERIALIZERS['FIRST_PARTY_APPS'] names 'bookshops', ")
    assert message.hint == "Did you mean 'bookshop'?"
