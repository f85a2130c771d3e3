"""Which serializer class or view a name on the command line means."""

from __future__ import annotations

from difflib import get_close_matches
from pydoc import ErrorDuringImport, locate

from django.core.management.base import CommandError
from rest_framework.serializers import BaseSerializer

from fastserializers.names import path_of
from fastserializers.project.modules import import_project
from fastserializers.project.naming import dotted_name, location_of, path_to
from fastserializers.project.serializers import SerializerClass, serializer_classes
from fastserializers.project.views import RoutedView, views


def serializer_named(name: str) -> SerializerClass:
    """Return the serializer class at a dotted path, or the only class of a name.

    Raises `CommandError` if no class has the name, or several have it, and names the nearest.
    """
    import_project()
    classes = serializer_classes(third_party=True)
    names = {cls: (cls.__name__, cls.__qualname__, dotted_name(cls)) for cls in classes}
    called = [cls for cls in classes if name in names[cls]]
    try:
        # A dotted path that begins with a module.
        found: object = called[0] if len(called) == 1 else locate(name)
    except ErrorDuringImport as error:
        raise CommandError(str(error)) from error
    if isinstance(found, type) and issubclass(found, BaseSerializer):
        return found
    if called:
        choices = "".join(f"\n  {path_to(cls)} ({location_of(cls)})" for cls in called)
        raise CommandError(
            f"{len(called)} serializers are called {name}. Name one by its path:{choices}"
        )
    if found is not None:
        raise CommandError(f"{name} is not a serializer class: it is {found!r}.")
    paths = {spelling: dotted_name(cls) for cls in classes for spelling in names[cls]}
    # difflib does not find `AgentSerializer` by `Agent`.
    begun = [spelling for spelling in paths if spelling.casefold().startswith(name.casefold())]
    matches = [*sorted(begun, key=len), *get_close_matches(name, paths)]
    nearest = [*dict.fromkeys(paths[match] for match in matches)][:3]
    hint = f"Did you mean {' or '.join(nearest)}? " if nearest else ""
    raise CommandError(
        f"No serializer is called {name}. {hint}"
        f"To see all of them: manage.py fastserializers list --third-party"
    )


def views_named(name: str) -> list[RoutedView]:
    """Return the view of a name, once for each of its routes.

    Raises `CommandError` if no view in the URLconf has the name.
    """
    by_name: dict[str, list[RoutedView]] = {}
    for routed in views():
        view = routed.view
        for spelling in (view.__name__, path_of(view)):
            by_name.setdefault(spelling, []).append(routed)
    if name in by_name:
        return by_name[name]
    nearest = get_close_matches(name, by_name)
    hint = f" Did you mean {' or '.join(nearest)}?" if nearest else ""
    raise CommandError(f"No view of REST framework's in the URLconf is called {name}.{hint}")
