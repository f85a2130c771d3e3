"""The one hook of tools: a recorder of the readings of a request is told of each.

`recording/` does, for the panel, the middleware and the commands. If nothing is recorded, a
reading only looks at one context variable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Literal, Protocol

Kind = Literal["object", "list", "page"]


class Recorder(Protocol):
    """Is told what serializers and paginators read."""

    def begins(self, serializer: Any) -> bool:
        """Return whether a serializer that is to read is no part of what is being read now."""

    def read(
        self, kind: Kind, serializer: Any, source: Any, represent: Callable[[Any, Any], Any]
    ) -> Any:
        """Return what `represent` makes of a serializer and its source."""

    def note(self, serializer: Any, reader: str, why: str) -> None:
        """Take what reads a serializer, by the name of its `ReadBy`, and why."""

    def fetch(self, why: str | Callable[[], str], paginate: Callable[[], Any]) -> Any:
        """Return the page that a paginator fetches; `why` says why its instances are made."""

    def why_page(self) -> str:
        """Return why a paginator has fetched the instances of the list that is being read."""

    def loaded(self, related: Any, rows: Sequence[Any]) -> None:
        """Take that one query has loaded `RelatedRows` for these rows."""

    def left(self, owner: type, relation: Any, why: str) -> None:
        """Take why Django loads a relation of the rows of a model for each of them."""


recording: ContextVar[Recorder | None] = ContextVar("recording", default=None)
"""The recorder of the request that is being handled; None if nothing is recorded."""

# Looked up once: it is called for each object.
recorder_now = recording.get
