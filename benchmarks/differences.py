"""Where an output is not the right one, in words that fit into a table's cell."""

from __future__ import annotations

import json
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, Literal

Severity = Literal["differs", "can't"]
Finding = tuple[Severity, str]

MISSING = object()


def first_difference(expected: Any, output: Any, *, types: bool = True, at: str = "") -> str:
    """Return where `output` is not what was expected; nothing where it is.

    Without `types` a mapping is a mapping and a sequence a sequence, whatever their classes.
    """
    return next(differences(expected, output, types, at), "")


def differences(expected: Any, output: Any, types: bool, at: str) -> Iterator[str]:
    if isinstance(expected, bytes) and isinstance(output, bytes | str) and expected != output:
        yield from differences(json.loads(expected), json.loads(output), types, at)
        yield "the same JSON in another spelling"
    elif types and type(expected) is not type(output):
        yield f"{at} {type(output).__name__} where DRF has {type(expected).__name__}".lstrip()
    elif isinstance(expected, dict) and isinstance(output, dict):
        if list(expected) != list(output):
            yield f"{at} keys {short(list(output))} where DRF has {short(list(expected))}".lstrip()
        for key in expected:
            yield from differences(expected[key], output.get(key), types, f"{at}[{key!r}]")
    elif isinstance(expected, list | tuple) and isinstance(output, list | tuple):
        for index, (right, value) in enumerate(zip_longest(expected, output, fillvalue=MISSING)):
            if right is MISSING or value is MISSING:
                yield f"{at} {len(output)} items where DRF has {len(expected)}".lstrip()
                return
            yield from differences(right, value, types, f"{at}[{index}]")
    # By their text, since NaN is unequal to itself.
    elif type(expected) is not type(output) or repr(expected) != repr(output):
        yield f"{at} {short(output)} where DRF has {short(expected)}".lstrip()


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:30]} … {text[-25:]}"


def finding_on(represent: Callable[[Any], Any], source: Any, expected: Any) -> Finding | None:
    """Return what is wrong with the output of a rival, which is made in a process of its own.

    A native library may take the process with it.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # Python warns where a library has left threads running.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        os.write(writing, json.dumps(finding_here(represent, source, expected)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "can't", f"crashes ({signal.Signals(os.WTERMSIG(status)).name})"
    found = json.loads(answer) if answer else ("can't", f"exits ({os.WEXITSTATUS(status)})")
    return tuple(found) if found else None


def finding_here(represent: Callable[[Any], Any], source: Any, expected: Any) -> Finding | None:
    try:
        difference = first_difference(expected, represent(source), types=False)
    except BaseException as error:  # A panic of Rust's is no Exception.
        return "can't", f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    return ("differs", difference[:200]) if difference else None
