"""Pages that a view takes of a list, and what is around it while it does."""

from __future__ import annotations

from contextlib import nullcontext

from django.db import connection
from django.db.models import Model, prefetch_related_objects
from django.utils import timezone, translation

from tests.endpoints.paginators import DRF, FastTags, OptionalLimit, Tags, four_rows, seen_page
from tests.hunting.overriding import changes_the_row, moves_to_another, names_of_relations


def two_rows(base):
    return four_rows(base, page_size=2, default_limit=2)


PAGE, SLICE = two_rows(DRF["numbers"]), two_rows(OptionalLimit)


def with_all_loaded(page):
    # The rows of a union have no other relations than Django knows of.
    if page and isinstance(page[0], Model):
        prefetch_related_objects(page, *names_of_relations(page[0], many=True))
    return page


def with_others(page):
    """Change rows, and what they are related to."""
    for number, instance in enumerate(page):
        if isinstance(instance, Model):
            changes_the_row(None, instance)
            if number % 2:
                moves_to_another(None, instance)
    return page


def after(change, base):
    """Return a paginator that does something with the page of another one."""

    def paginate_queryset(self, queryset, request, view=None):
        return change(base.paginate_queryset(self, queryset, request, view))

    return type("After", (base,), {"paginate_queryset": paginate_queryset})


def with_fewer_rows():
    """Execute what a page is fetched by as for a tenant that has fewer rows."""
    return connection.execute_wrapper(
        lambda execute, sql, *arguments: execute(sql.replace("LIMIT 2", "LIMIT 1"), *arguments)
    )


# How a page is taken: by a paginator, within a context.
PAGES = {
    "as ever": (PAGE, nullcontext),
    "another zone": (PAGE, lambda: timezone.override("Asia/Kathmandu")),
    "another language": (PAGE, lambda: translation.override("de")),
    "another tenant": (PAGE, with_fewer_rows),
    "by offset": (two_rows(DRF["offsets"]), nullcontext),
    "by cursor": (two_rows(DRF["cursors"]), nullcontext),
    "a slice": (SLICE, nullcontext),
    "another tenant's slice": (SLICE, with_fewer_rows),
    "looked at": (after(lambda page: [repr(row) for row in page] and page, PAGE), nullcontext),
    "loaded": (after(with_all_loaded, PAGE), nullcontext),
    "a slice, loaded": (after(with_all_loaded, SLICE), nullcontext),
    "changed": (after(with_others, PAGE), nullcontext),
    "a slice, changed": (after(with_others, SLICE), nullcontext),
    "reversed": (after(lambda page: page[::-1], SLICE), nullcontext),
}


def page_of(rows, name, *, is_fast):
    """Return the first page of `rows`, which a view has taken."""
    paginator, around = PAGES[name]
    with around():
        return seen_page(paginator, rows, view_class=FastTags if is_fast else Tags)[0]
