"""The page of each rival, and its body as a server's worker makes it: sockets are left out."""

from __future__ import annotations

from collections.abc import Callable

from django.core.handlers.wsgi import WSGIHandler
from django.test import RequestFactory
from django.urls import path
from django.utils.text import slugify

from benchmarks.peers.rivals import RIVALS, answers

urlpatterns = [path(f"{slugify(name)}/", answers(name).page) for name in RIVALS]


def body_of_page(name: str) -> Callable[[RequestFactory], bytes]:
    """Return a function that answers a request, and says nothing of the address it was sent to."""
    address = f"/{slugify(name)}/"
    application = WSGIHandler()

    def body(requests: RequestFactory) -> bytes:
        statuses: list[str] = []
        environment = requests.get(address, headers={"accept": "application/json"}).environ
        response = application(environment, lambda status, headers: statuses.append(status))
        content = b"".join(response)
        response.close()
        if statuses != ["200 OK"]:
            raise RuntimeError(f"status {statuses[0]}")
        return content.replace(f"{address}?".encode(), b"/?")

    return body
