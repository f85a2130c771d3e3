"""The setting FASTSERIALIZERS: what it decides, and the check H307 of what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core import checks

from fastserializers.checks.configuration import wrong_configuration
from fastserializers.conf import KEYS, first_party_apps
from fastserializers.project.modules import is_first_party
from fastserializers.project.overview import project_now

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper


def wrong() -> list[checks.CheckMessage]:
    return list(wrong_configuration(project_now()))


def test_without_it_the_path_of_a_module_tells_whose_it_is(settings: SettingsWrapper) -> None:
    del settings.FASTSERIALIZERS

    assert first_party_apps() is None
    assert is_first_party("bookshop.serializers")
    assert not is_first_party("pytest")
    assert not is_first_party("rest_framework.serializers")
    assert wrong() == []


def test_the_first_party_apps_are_all_that_is_the_projects_own(settings: SettingsWrapper) -> None:
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshop", "pytest"]}

    assert is_first_party("bookshop")
    assert is_first_party("pytest")
    assert not is_first_party("bookshop_extra")
    assert not is_first_party("tests.models")
    assert wrong() == []


def test_an_unknown_key_is_refused_with_the_nearest_name(settings: SettingsWrapper) -> None:
    for key in ("FIRST_PARTY_APP", "first_party_apps", "FIRST_PARTYAPPS"):
        settings.FASTSERIALIZERS = {key: ["bookshop"]}

        assert wrong() == [
            checks.Error(
                f"FASTSERIALIZERS has no key {key!r}.",
                hint="Did you mean 'FIRST_PARTY_APPS'?",
                obj="FASTSERIALIZERS",
                id="H307",
            )
        ]
    for other in ("COLOUR", 3, None):
        settings.FASTSERIALIZERS = {other: 1}
        hints = [message.hint for message in wrong()]
        assert hints == [f"There are: {', '.join(map(repr, KEYS))}."], other


def test_a_value_of_another_type_is_refused_and_left_aside(settings: SettingsWrapper) -> None:
    values: tuple[Any, ...] = ("bookshop", None, {"bookshop"}, [1], [""], 3)
    for value in values:
        settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": value}

        [message] = wrong()

        assert message.level == checks.ERROR
        assert message.msg == f"FASTSERIALIZERS['FIRST_PARTY_APPS'] is {value!r}."
        assert message.hint == 'Set it to a list of package names, such as ["shop", "staff"].'
        assert first_party_apps() is None, value
    for value in (None, [], "FIRST_PARTY_APPS"):
        settings.FASTSERIALIZERS = value
        assert [message.msg for message in wrong()] == [f"FASTSERIALIZERS is {value!r}."]
        assert is_first_party("bookshop")


def test_an_app_that_is_not_there_is_refused_with_the_nearest_one(
    settings: SettingsWrapper,
) -> None:
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": ["bookshops", "tests"]}

    [message] = wrong()

    assert message.msg.startswith("FASTSERIALIZERS['FIRST_PARTY_APPS'] names 'bookshops', ")
    assert message.hint == "Did you mean 'bookshop'?"
