"""What a project that has not adopted anything is told once, or not at all."""

from django.core import checks

from fastserializers.checks.findings import SHOWN, Finding, first_of_each


def infos(number):
    return [Finding(20, f"message {each}", None, "shop", "H301") for each in range(number)]


def test_the_messages_after_the_first_are_counted():
    *shown, last = first_of_each(infos(SHOWN + 2))
    assert len(shown) == SHOWN
    assert str(last) == (
        "fastserializers: (H301) 2 more like these. "
        "To see all of them: manage.py fastserializers check --id H301"
    )
    assert last.level == checks.INFO
