"""Pages that a view takes of a list, and what is around it while it does."""

from contextlib import nullcontext

from django.db.models import Model
from django.utils import timezone

from tests.endpoints.paginators import DRF, OwnSlices, Tags, four_rows, seen_page
from tests.hunting.overriding import OfRows


def two_rows(base, change=None):
    """Return a paginator of two rows, which may do something with each instance of a page."""

    def paginate_queryset(self, queryset, request, view=None):
        page = base.paginate_queryset(self, queryset, request, view)
        for instance in page or () if change else ():
            if isinstance(instance, Model):
                change(None, instance)
        return page

    own = {"paginate_queryset": paginate_queryset} if change else {}
    return four_rows(base, page_size=2, default_limit=2, **own)


def changes_all(serializer, instance):
    # A manager that looks at an owner which has changed since sees the change: documented.
    if not any(map(looks_at_its_owner, instance._meta.related_objects)):
        OfRows.changes_the_row(serializer, instance)
    OfRows.moves_to_another(serializer, instance)


def looks_at_its_owner(relation):
    return type(relation.related_model._default_manager).__name__ == "OfItsOwner"


def in_another_zone():
    return timezone.override("Asia/Kathmandu")


NUMBERS = DRF["numbers"]
# How a page is taken: by a paginator, within a context.
PAGES = {
    "as ever": (two_rows(NUMBERS), nullcontext),
    "another zone": (two_rows(NUMBERS), in_another_zone),
    "by offset": (two_rows(DRF["offsets"]), nullcontext),
    "by cursor": (two_rows(DRF["cursors"]), nullcontext),
    "a slice": (two_rows(OwnSlices), nullcontext),
    "loaded": (two_rows(NUMBERS, OfRows.prefetches), nullcontext),
    "changed": (two_rows(NUMBERS, changes_all), nullcontext),
    "a slice, changed": (two_rows(OwnSlices, changes_all), nullcontext),
}


def page_of(rows, name):
    """Return the first page of `rows`, which a view has taken."""
    paginator, around = PAGES[name]
    with around():
        return seen_page(paginator, rows, view_class=Tags)[0]
