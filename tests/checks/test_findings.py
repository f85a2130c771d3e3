"""What a project hears of what the checks find, and how it asks for less or for all."""

import json
import sys

import pytest
from django.contrib.auth.models import User
from django.core import checks
from django.core.management import CommandError

from fastserializers.checks import messages_about
from fastserializers.checks.accepted import without_accepted, write_baseline
from fastserializers.checks.findings import SHOWN, Finding, findings_now, first_of_each
from tests.checks import shop
from tests.commands.calls import command, document

SHOP = shop.__name__


@pytest.fixture(autouse=True)
def project(settings, tmp_path):
    settings.ROOT_URLCONF = SHOP
    settings.BASE_DIR = tmp_path
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [SHOP]}
    orjson = "fastserializers.renderers.OrjsonRenderer"
    settings.REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": [orjson]}


def ask(settings, **keys):
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [SHOP], **keys}
    return said(messages_about(None))


def said(findings):
    return [(finding.id, finding.name.rpartition(".")[2]) for finding in findings]


ALL = [("H300", "Lacking"), ("H301", "Listing"), ("H308", "Failing")]


def test_a_finding_names_the_class_what_is_wrong_and_what_to_do():
    findings = messages_about(None)

    assert said(findings) == ALL
    [lacking, *_] = findings
    assert str(lacking) == (
        f"{SHOP}.Lacking: (H300) Meta has no read_only_fields. Without them, a client may set "
        "fields by accident, and REST framework builds the validators of all fields for each "
        "read.\n\tHINT: Set read_only_fields in Meta: to an empty tuple if clients may set all "
        "fields."
    )
    assert (lacking.level, lacking.obj) == (checks.WARNING, shop.Lacking)


def test_the_classes_of_a_module_that_lack_the_same_are_told_of_in_one_message(monkeypatch):
    def message_of_check(*arguments):
        monkeypatch.setattr(sys, "argv", ["manage.py", "check", *arguments])
        [message] = [finding for finding in messages_about(None) if finding.id == "H300"]
        assert (message.name, message.level) == (SHOP, checks.WARNING)
        return message.msg.partition(":")[0]

    def lacking(*names):
        return [type(name, (shop.Lacking,), {"__module__": SHOP}) for name in names]

    kept = lacking("More2", "More3")
    assert message_of_check() == "Lacking, More2 and More3"

    kept += lacking("More4", "More5", "More6", "More7")
    brief = "Lacking, More2, More3, More4, More5 and 2 more (all of them with -v 2)"
    whole = "Lacking, More2, More3, More4, More5, More6 and More7"
    assert message_of_check() == brief
    assert brief in command("check", "--id", "H300")
    assert message_of_check("-v", "2") == whole
    assert message_of_check("--tag", "serializers", "--verbosity=3") == whole
    assert whole in command("check", "--id", "H300", "-v", "2")
    [finding] = document("check", "--id", "H300")["findings"]
    assert finding["object"] == SHOP
    assert finding["message"].startswith(f"{whole}: Meta has no read_only_fields.")
    del kept


@pytest.mark.parametrize("argv", [["manage.py", "migrate"], ["x"]])
def test_other_commands_than_check_tell_errors_alone(monkeypatch, argv):
    monkeypatch.setattr(sys, "argv", argv)
    assert said(messages_about(None)) == [("H308", "Failing")]


def test_ids_are_turned_up_and_off(settings):
    assert ask(settings, CHECKS={"H300": "OFF", "H301": "OFF"}) == [("H308", "Failing")]
    given = settings.FASTSERIALIZERS
    settings.FASTSERIALIZERS = {**given, "CHECKS": {"H301": "ERROR", "H308": "DEBUG"}}
    levels = {finding.id: finding.level for finding in messages_about(None)}
    assert levels == {"H300": checks.WARNING, "H301": checks.ERROR, "H308": checks.DEBUG}


def test_classes_are_left_out_by_their_names(settings):
    this = f"{SHOP}.*"
    assert ask(settings, IGNORE={"H301": [this], "H308": [this]}) == [("H300", "Lacking")]
    assert ask(settings, IGNORE={"H301": [f"{SHOP}.List?", "elsewhere.*"]}) == ALL


@pytest.mark.parametrize(
    ("keys", "message", "hint"),
    [
        ({"CHECKS": ["H301"]}, "FASTSERIALIZERS['CHECKS'] is ['H301'].", "OFF."),
        ({"CHECKS": {"H301": "LOUD"}}, "['CHECKS'] names 'LOUD', which is no", "There are:"),
        ({"CHECKS": {"H301": "WARN"}}, "names 'WARN', which is no level.", "mean 'WARNING'?"),
        ({"CHECKS": {"H331": "OFF"}}, "names 'H331', which is the id of no check.", "'H3"),
        ({"IGNORE": {"H301": "shop.*"}}, "FASTSERIALIZERS['IGNORE'] is {'H301': 'shop.*'}.", "}."),
        (
            {"HARMLESS_RECEIVERS": ["shop.recievers.count"]},
            "['HARMLESS_RECEIVERS'] names 'shop.recievers.count', which is no path of a function.",
            "There are: ",
        ),
        ({"BASELINE": "no.json"}, "no.json is not there", "fastserializers baseline"),
    ],
    ids=str,
)
def test_mistakes_in_the_keys_are_told(settings, keys, message, hint):
    ask(settings, **keys)
    [wrong] = [finding for finding in findings_now() if finding.id == "H307"]
    assert message in wrong.msg
    assert hint in wrong.hint


def test_the_command_shows_all_of_them_by_module_and_fails_for_an_error():
    lines = command("check", code=1).splitlines()

    assert lines[0] == SHOP
    heads = [line for line in lines if line.startswith("  ") and line[2] != " "]
    assert heads == [
        "  Failing: (H308, error)",
        "  Lacking: (H300, warning)",
        "  Listing: (H301, info)",
    ]
    assert lines[-1] == "1 H300, 1 H301, 1 H308."


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--id", "H301"], 0),
        (["--id", "H301", "--fail-level", "INFO"], 1),
        (["--fail-level", "CRITICAL"], 0),
    ],
    ids=str,
)
def test_the_level_to_fail_at_is_asked_for(arguments, code):
    [first, *_] = document("check", *arguments, code=code)["findings"]
    assert set(first) == {"id", "level", "module", "object", "message", "hint"}


def test_an_id_of_no_check_is_refused():
    with pytest.raises(CommandError, match="H999"):
        command("check", "--id", "H999")


@pytest.fixture
def baseline(settings, tmp_path):
    """The file of the findings that are known, which is not there yet."""
    settings.FASTSERIALIZERS["BASELINE"] = "known.json"
    return tmp_path / "known.json"


def test_what_is_in_the_baseline_is_told_no_more(baseline):
    known = {"H300": {f"{SHOP}.Lacking": 1}, "H301": {f"{SHOP}.Listing": 1}}

    assert "2 findings are accepted" in command("baseline")
    # An error is a request that fails: nobody chooses to live with that.
    assert said(messages_about(None)) == [("H308", "Failing")]
    assert json.loads(baseline.read_text()) == known

    assert document("check", code=1)["accepted"] == 2
    assert len(document("check", "--baseline", code=1)["findings"]) == 3

    # What is known stays known when the file is written again.
    assert "2 findings are accepted" in command("baseline")
    assert said(messages_about(None)) == [("H308", "Failing")]
    assert json.loads(baseline.read_text()) == known


def test_what_is_not_in_the_baseline_is_told(baseline):
    command("baseline")

    class New(shop.Lacking):
        __module__ = SHOP

    assert ("H300", "New") in said(messages_about(None))


def test_more_of_one_class_than_are_known_are_all_told(baseline):
    findings = [Finding(checks.INFO, message, None, User, "H302") for message in ("a", "b")]
    write_baseline(findings[:1])
    assert without_accepted(findings[:1]) == []
    assert without_accepted(findings) == findings


@pytest.mark.parametrize(
    ("content", "reason"),
    [("[]", "is not a JSON object"), ("<<<<<<< HEAD\n{}", "is no JSON: ")],
    ids=["a list", "a conflict of a merge"],
)
def test_with_a_baseline_that_is_broken_all_is_told(baseline, content, reason):
    baseline.write_text(content)

    findings = messages_about(None)

    assert set(ALL) <= {*said(findings)}
    [wrong] = [finding for finding in findings if finding.id == "H307"]
    assert wrong.msg.startswith(f"The baseline {baseline} {reason}")


def test_the_options_of_a_meta_are_looked_at():
    class Odd(shop.Lacking):
        __module__ = SHOP
        __qualname__ = "Odd"

        class Meta(shop.Lacking.Meta):
            rows = "no"

    [wrong] = [each for each in findings_now() if (each.id, each.obj) == ("H307", Odd)]
    assert (wrong.msg, wrong.hint) == ("Odd.Meta.rows is 'no'.", "Set it to True or False.")


def test_the_messages_after_the_first_are_counted():
    messages = (f"message {number}" for number in range(SHOWN + 2))
    findings = [Finding(checks.INFO, each, None, "shop", "H301") for each in messages]
    *shown, last = first_of_each(findings)
    assert len(shown) == SHOWN
    assert str(last) == (
        "fastserializers: (H301) 2 more like these. "
        "To see all of them: manage.py fastserializers check --id H301"
    )
    assert last.level == checks.INFO
