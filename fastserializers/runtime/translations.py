"""Labels of choices, made once for the rows of a list, and once for a language."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django.utils.encoding import force_str
from django.utils.functional import Promise
from django.utils.hashable import make_hashable
from django.utils.translation import gettext_lazy, trans_real

from fastserializers.runtime.zones import look_into

LazyText: type = type(gettext_lazy("text"))


def language() -> object:
    """Return an object that is another one after each activation of a language in this thread."""
    global looked_at, look
    # `override_settings(LANGUAGE_CODE=...)` in tests replaces the variable.
    variable = getattr(trans_real, "_active", None)
    if variable is not looked_at:
        # In this order: a thread that sees the new variable must see its function.
        look = look_into(variable)
        looked_at = variable
    return look(None)


looked_at: object = getattr(trans_real, "_active", None)
look = look_into(looked_at)


class Displays:
    """The return values of `Model.get_<name>_display()`, for the rows of one call."""

    def __init__(self, model_field: Any) -> None:
        self.choices: dict[Hashable, Any] = dict(make_hashable(model_field.flatchoices))
        self.is_translated = any(isinstance(label, Promise) for label in self.choices.values())
        self.language: object = None
        self.labels = Labels(self.choices)

    def now(self) -> Labels:
        """Return the labels by value, in the active language."""
        if self.is_translated and (now := language()) is not self.language:
            self.language = now
            self.labels = Labels(self.choices)
        return self.labels


class Labels(dict[Hashable, Any]):
    """Labels by value. A label is translated on its first access."""

    def __init__(self, choices: dict[Hashable, Any]) -> None:
        self.choices = choices

    def __missing__(self, value: Hashable) -> Any:
        label = self.choices[value]
        text = force_str(label, strings_only=True)
        # Any other lazy object may be another one the next time.
        if not isinstance(label, Promise) or type(label) is LazyText:
            self[value] = text
        return text
