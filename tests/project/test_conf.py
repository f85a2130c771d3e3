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


def assert_refused(message, hint):
    [found] = wrong()

    assert (found.id, found.level, found.obj) == ("H307", checks.ERROR, "FASTSERIALIZERS")
    assert (found.msg, found.hint) == (message, hint)
    assert value_of("FIRST_PARTY_APPS") is None
    assert is_first_party("bookshop")


ALL_KEYS = f"There are: {', '.join(map(repr, KEYS))}."


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("FIRST_PARTYAPP", "Did you mean 'FIRST_PARTY_APPS'?"),
        ("COLOUR", ALL_KEYS),
    ],
)
def test_a_key_that_there_is_not_is_refused(settings, key, hint):
    settings.FASTSERIALIZERS = {key: ["bookshop"]}
    assert_refused(f"FASTSERIALIZERS has no key {key!r}.", hint)


@pytest.mark.parametrize("value", ["bookshop", None, [1]], ids=repr)
def test_apps_that_are_no_list_of_names_are_refused(settings, value):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": value}
    hint = 'Set it to a list of package names, such as ["shop", "staff"].'
    assert_refused(f"FASTSERIALIZERS['FIRST_PARTY_APPS'] is {value!r}.", hint)


@pytest.mark.parametrize("value", [None, []], ids=repr)
def test_a_setting_that_is_no_dict_is_refused(settings, value):
    settings.FASTSERIALIZERS = value
    assert_refused(f"FASTSERIALIZERS is {value!r}.", f"Set it to a dict. {ALL_KEYS}")


def test_an_app_that_is_not_there_is_refused_with_the_nearest_one(settings):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshops", "tests"]}

    [message] = wrong()

    assert message.msg.startswith("FASTSERIALIZERS['FIRST_PARTY_APPS'] names 'bookshops', ")
    assert message.hint == "Did you mean 'bookshop'?"
