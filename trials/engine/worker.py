"""A process that runs a project one way, and answers questions about its API."""

from __future__ import annotations

import cProfile
import gc
import os
import pstats
from contextlib import ExitStack
from functools import partial
from io import StringIO
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any

from trials.engine.answers import Answer
from trials.engine.frames import roomy
from trials.engine.project import Project, project_named


def work(name: str, way: str, questions: Connection) -> None:
    """Answer until the other end closes: a question is the name of a method and its arguments."""
    project = project_named(name)
    os.environ["TRIAL_WAY"] = way
    project.set_up()
    worker = Worker(project)
    if way == "mixin":
        mix_in(project)
    roomy(partial(answer, worker, questions))


def answer(worker: Worker, questions: Connection) -> None:
    while True:
        try:
            method, *arguments = questions.recv()
        except EOFError:
            return
        try:
            questions.send(getattr(worker, method)(*arguments))
        except Exception as error:
            questions.send(error)


class Worker:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.client: Any = None

    def fill(self) -> None:
        """Fill an empty database, and give each list a thousand rows if it takes them."""
        from django.core.management import call_command
        from django.db import transaction

        from trials.engine.addresses import models
        from trials.engine.copies import copy_rows

        call_command("migrate", run_syncdb=True, verbosity=0)
        with transaction.atomic():
            self.project.fill()
        for model in models(self.project):
            copy_rows(model)

    def log_in(self) -> None:
        from rest_framework.test import APIClient

        self.client = APIClient(raise_request_exception=False)
        self.client.force_authenticate(self.project.admin())

    def addresses(self) -> dict[str, str]:
        from trials.engine.addresses import addresses

        return addresses(self.project, self.get)

    def get(self, url: str) -> Any:
        return self.client.get(url, headers={"accept": "application/json"})

    def ask(self, url: str, times: int) -> Answer:
        """Return what comes each time: a serializer is read in other ways by and by."""
        from django.db import connections
        from django.test.utils import CaptureQueriesContext

        contents = [self.get(url).content for _ in range(times - 1)]
        with ExitStack() as stack:
            contexts = [
                stack.enter_context(CaptureQueriesContext(connection))
                for connection in connections.all()
            ]
            response = self.get(url)
            queries = [query["sql"] for context in contexts for query in context.captured_queries]
        return Answer(response.status_code, (*contents, response.content), tuple(queries))

    def time(self, url: str, calls: int) -> float:
        """Return the CPU seconds of the call that took least, without the garbage collector."""
        gc.collect()
        gc.disable()
        least = inf
        for _ in range(calls):
            started = process_time()
            self.get(url)
            least = min(least, process_time() - started)
        gc.enable()
        return least

    def profile(self, url: str, calls: int, order: str = "tottime") -> str:
        """Return what the functions take that most of the time goes to."""
        profile = cProfile.Profile()
        profile.enable()
        for _ in range(calls):
            self.get(url)
        profile.disable()
        text = StringIO()
        pstats.Stats(profile, stream=text).sort_stats(order).print_stats(60)
        return text.getvalue()

    def shares(self, url: str, calls: int) -> dict[str, float]:
        """Return which part of the time is spent in which step of a request."""
        profile = cProfile.Profile()
        profile.enable()
        for _ in range(calls):
            self.get(url)
        profile.disable()
        spent: dict[str, float] = {}
        whole = 0.0
        for (file, _, function), (*_, inside, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
            name = f"{Path(file).parent.name}/{Path(file).name}:{function}"
            whole = max(whole, inside)
            if part := PARTS.get(name):
                spent[part] = max(spent.get(part, 0.0), inside)
        return {part: seconds / whole for part, seconds in spent.items()}


PARTS = {
    "rest_framework/views.py:initial": "permissions",
    "rest_framework/generics.py:filter_queryset": "filters",
    "rest_framework/generics.py:paginate_queryset": "page",
    "rest_framework/serializers.py:data": "serializers",
    "rest_framework/response.py:rendered_content": "rendering",
}
"""REST framework's methods that a request goes through, and what to call them."""


def mix_in(project: Project) -> None:
    """Put the mixin on the classes that a project's views inherit from, or on each view.

    A project writes it into the source. It is the same as that, done to classes in memory.
    """
    from django.utils.module_loading import import_string
    from rest_framework.generics import GenericAPIView

    from fastserializers.views import FastReadMixin
    from trials.engine.addresses import views

    bases = [import_string(name) for name in project.bases] or [
        view for view in dict.fromkeys(views(project)) if issubclass(view, GenericAPIView)
    ]
    # A base before its heirs, which then have the mixin from there.
    for base in sorted(bases, key=lambda base: len(base.__mro__)):
        if not issubclass(base, FastReadMixin):
            base.__bases__ = (FastReadMixin, *base.__bases__)
