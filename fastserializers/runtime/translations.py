"""Lazy texts and labels of choices, translated once for a language instead of once for a row."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any
from weakref import WeakKeyDictionary

from django.utils.encoding import force_str
from django.utils.functional import Promise
from django.utils.hashable import make_hashable
from django.utils.translation import gettext_lazy, trans_real

from fastserializers.runtime.zones import activation_in, look_into

LazyText: type = type(gettext_lazy("text"))

# The most texts that are cached for a language. Others are translated each time.
MOST = 4096


def language() -> object:
    """Return an object that is another one after each activation of a language."""
    return look_here()[0]()


def language_here() -> object:
    """Return the same, but only comparable within one thread."""
    return look_here()[1](None)


def active_language() -> object:
    # `override_settings(LANGUAGE_CODE=...)` in tests replaces the variable.
    return getattr(trans_real, "_active", None)


Looks = tuple[Callable[[], object], Callable[[None], object]]


def look_here() -> Looks:
    """Return the two functions that read the variable of the active language."""
    variable = getattr(trans_real, "_active", None)
    return looks if variable is looked_at else look_elsewhere(variable)


def look_elsewhere(variable: object) -> Looks:
    global looked_at, looks
    # In this order: a thread that sees the new variable must see its functions.
    looks = activation_in(variable), look_into(variable)
    looked_at = variable
    return looks


looked_at: object = active_language()
looks: Looks = (activation_in(looked_at), look_into(looked_at))


def text_of(value: object) -> str:
    """Return `str(value)`."""
    return translated(value) if type(value) is LazyText else str(value)


def translated(value: Any) -> str:
    message = value._args[0] if len(value._args) == 1 else None
    texts = texts_now()
    if texts is None or type(message) is not str or value._kw:
        return str(value)
    text = texts.get(message)
    if text is None:
        text = str(value)
        if len(texts) < MOST:
            texts[message] = text
    return text


Texts = dict[str, str]

# By the catalogue of a language. Django makes a new object when it reads the catalogue again.
texts_of: WeakKeyDictionary[Any, Texts] = WeakKeyDictionary()

# The language of the last text. The next row mostly has the same.
last: tuple[object, object, Texts | None] = (object(), None, None)


def texts_now() -> Texts | None:
    """Return the texts of the active language; None before Django has loaded any."""
    global last
    activated, default = language(), getattr(trans_real, "_default", None)
    known_activated, known_default, texts = last
    if activated is not known_activated or default is not known_default:
        translations = getattr(active_language(), "value", default)
        texts = None if translations is None else texts_of.setdefault(translations, {})
        last = activated, default, texts
    return texts


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
        if not isinstance(label, Promise) or type(label) is LazyText:
            self[value] = text
        return text
