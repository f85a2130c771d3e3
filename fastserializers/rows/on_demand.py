"""What instances have of related rows: made when somebody asks for it.

What a queryset has joined or prefetched counts as loaded. What a plan reads and nobody has loaded
is lent as long as a list is represented. To a project's code that is not loaded before a field
has read it of the instance: only Django's descriptors and managers find it. Once the list is done,
or as soon as the connection executes what may be a write, Django asks the database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ObjectDoesNotExist

from fastserializers.rows.lent_rows import taking_rows
from fastserializers.rows.related_querysets import related_querysets

if TYPE_CHECKING:
    from fastserializers.rows.related_rows import RelatedRows

Row = Any
"""What the database has given: a tuple, or a list."""
MakeRelated = Callable[[Row, Any], Any]
"""Makes what an instance is related to, of the instance's row and a weak reference to it."""

NOTHING: Mapping[str, Any] = MappingProxyType({})


class OnDemand(dict[str, Any]):
    """A dict whose missing values are made when they are asked for.

    Those in `pending` count as present, but a loan that no field has read is given by `[...]`
    alone, which is how Django's descriptors and managers look: `in`, `get()`, `len()` and `keys()`
    don't find it. What makes a value raises `KeyError` where there turns out to be none.
    """

    __slots__ = ("owner", "pending", "read", "row")

    def __init__(self, pending: Mapping[str, MakeRelated], row: Row, owner: Any) -> None:
        self.pending = pending
        self.row = row
        self.owner = owner
        self.read: tuple[str, ...] = ()
        """The loans that fields have read since a project's code has had the instance."""

    def __missing__(self, key: str) -> Any:
        make = self.pending[key]
        value = make(self.row, self.owner)
        if type(make) is Loan and not make.is_kept:
            return value
        # Of two threads, both get what the first one has made.
        return dict.setdefault(self, key, value)

    def leads_to_row(self, key: str) -> bool:
        """Return whether the row tells what is under a key: a field reads it there then."""
        if dict.__contains__(self, key) or key not in self.pending:
            return False
        make = self.pending[key]
        if type(make) is not Loan:
            return True
        if make.is_kept:
            self.read = (*self.read, key)
        return make.leads_from(self.row, self.owner)

    def is_pending(self, key: Any) -> bool:
        """Return whether what is under a key counts as present, and is not made yet."""
        make = self.pending.get(key)
        if make is None or dict.__contains__(self, key):
            return False
        return type(make) is not Loan or key in self.read

    def __contains__(self, key: object) -> bool:
        if dict.__contains__(self, key) or not self.is_pending(key):
            return dict.__contains__(self, key)
        return self.get(key, NOTHING) is not NOTHING

    def get(self, key: Any, default: Any = None) -> Any:
        if not self.is_pending(key):
            return dict.get(self, key, default)
        try:
            return self[key]
        except (KeyError, ObjectDoesNotExist):
            return default

    def complete(self) -> None:
        """Make all that is pending."""
        for key in [*self.pending]:
            self.get(key)

    def clear(self) -> None:
        # Nothing is made for it: Django 6.1 clears the cache of each instance that is freed.
        self.pending = NOTHING
        dict.clear(self)

    def __reduce_ex__(self, protocol: Any) -> Any:
        self.complete()
        return dict, (), None, None, iter(dict.items(self))


def completed(name: str, *, forgets: bool = False) -> Callable[..., Any]:
    """Return a method of dicts that looks at all that is in one, or takes something out."""
    method = getattr(dict, name)

    def complete_first(self: OnDemand, *args: Any) -> Any:
        self.complete()
        if forgets:
            # From now on, Django asks the database for what is not there.
            self.pending = NOTHING
        return method(self, *args)

    complete_first.__name__ = name
    return complete_first


for name in (
    *("__iter__", "__len__", "__reversed__", "__repr__", "keys", "values", "items"),
    *("__eq__", "__ne__", "__or__", "__ror__", "__ior__", "copy", "setdefault"),
):
    setattr(OnDemand, name, completed(name))
for name in ("__delitem__", "pop", "popitem"):
    setattr(OnDemand, name, completed(name, forgets=True))


class Loan:
    """The related rows of a link, lent to the instances of the rows that it leads from."""

    def __init__(self, link: RelatedRows) -> None:
        self.link = link
        self.is_kept = link.relation.single
        """Whether an instance keeps what it was given: not so for a queryset."""
        self.is_current = True
        self.read_key = link.parent.reader_of(link.relation.key)
        self.queryset_of = related_querysets(link.relation, None)

    def leads_from(self, row: Row, owner: Any) -> bool:
        """Return whether an instance still has the key that its row has, and no parent.

        Django asks the parent of a multi-table child first.
        """
        instance, key, ancestor = owner(), self.link.relation.key, self.link.relation.ancestor
        if ancestor and instance is not None and ancestor in instance._state.fields_cache:
            return False
        known = UNKNOWN if instance is None else vars(instance).get(key, UNKNOWN)
        return bool(known == self.read_key(row))

    def __call__(self, row: Row, owner: Any) -> Any:
        """Return a related instance or a queryset. Raises `KeyError` where only Django knows."""
        if self.is_kept:
            return self.found(row, owner)
        instance = owner()
        if not self.leads_from(row, owner) or self.read_key(row) is None:
            raise KeyError(self.link.relation.cache)
        return taking_rows(self.queryset_of(instance), lambda: self.taken(row, instance))

    def found(self, row: Row, owner: Any) -> Any:
        """Return the related instance, or None where Django would find out that there is none.

        Raises what Django does for a key that leads nowhere; `KeyError` where only Django knows.
        """
        relation = self.link.relation
        if not self.leads_from(row, owner):
            raise KeyError(relation.cache)
        related = self.link.of(row)
        if related is not None:
            # The one that code of a nested serializer has got already, if it has.
            made = self.link.row_set.made.get(id(related))
            is_shared = made is not None and (self.is_current or self.is_of(owner(), made))
            return made if is_shared else self.new_for(owner(), related)
        if not relation.may_be_missing and self.link.key_of(row) is not None:
            if self.is_current:
                relation.model._base_manager.none().get()
            raise KeyError(relation.cache)
        return None

    def taken(self, row: Row, owner: Any) -> list[Any] | None:
        """Return new instances of the related rows; None once Django is to ask the database."""
        if not self.is_current:
            return None
        return [self.new_for(owner, related) for related in self.link.of(row)]

    def is_of(self, owner: Any, related: Any) -> bool:
        """Return whether a related instance knows nobody as its owner but this one."""
        remote = self.link.relation.remote
        return remote is None or related._state.fields_cache.get(remote) is owner

    def new_for(self, owner: Any, related: Row) -> Any:
        """Return a new instance of a related row, which knows its owner if Django's does."""
        instance, remote = self.link.row_set.new(related), self.link.relation.remote
        if remote is not None:
            instance._state.fields_cache[remote] = owner
        return instance


UNKNOWN = object()


def end_loans(makers: dict[str, MakeRelated], *, is_done: bool) -> None:
    """Take back what is lent; if the list is done, related instances count as loaded."""
    for name, loan in [*makers.items()]:
        if type(loan) is Loan:
            loan.is_current = False
            if is_done and loan.is_kept:
                makers[name] = loan.found
            else:
                del makers[name]
