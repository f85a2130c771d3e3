"""Write what the library answers to all calls to a file, as one JSON document."""

from __future__ import annotations

import json
import logging
import re
from logging.handlers import BufferingHandler
from pathlib import Path

from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management.base import BaseCommand
from django.db import connection
from django.test.utils import (
    CaptureQueriesContext,
    setup_test_environment,
    teardown_test_environment,
)
from rest_framework.test import APIClient

from library.calls import reading, writing
from library.rows import fill

# What the clock and chance add. A page with a form has another token each time.
VOLATILE = ("Expires", "Last-Modified", "Age")
TOKEN = re.compile(r'(?<="csrfToken": ")\w{64}|(?<=csrfmiddlewaretoken" value=")\w{64}')


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser):
        parser.add_argument("file", type=Path)

    def handle(self, *, file, **options):
        logged = BufferingHandler(1_000_000)
        for name in ("fastserializers.verify", "fastserializers.responses"):
            logging.getLogger(name).addHandler(logged)
            logging.getLogger(name).setLevel(logging.DEBUG)
        logging.getLogger("django.request").setLevel(logging.CRITICAL)
        setup_test_environment()
        name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
        try:
            fill()
            document = {
                "answers": [answer_to(call) for calls in (reading, writing) for call in calls()],
                "logged": [(record.levelname, record.getMessage()) for record in logged.buffer],
            }

        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
            teardown_test_environment()
        file.write_text(json.dumps(document))


def answer_to(call):
    client = APIClient(raise_request_exception=False)
    if call.user:
        client.force_login(User.objects.get(username=call.user))
        User.objects.update(last_login=None)
    if call.format == "text":
        body = {"data": call.data, "content_type": "application/json"}
    else:
        body = {"data": call.data, "format": call.format or "json"}
    if call.method in ("get", "head"):
        body = {}
    headers = {"Accept": call.accept, **dict(call.headers)}
    with CaptureQueriesContext(connection) as queries:
        response = getattr(client, call.method)(call.path, headers=headers, **body)
    if call.method != "get":
        cache.clear()
    return {
        "call": f"{call.method} {call.path} {call.accept} {call.user} {call.data!r}",
        "status": response.status_code,
        "headers": sorted(
            (name, value)
            for name, value in response.items()
            if name not in VOLATILE and not (name == "ETag" and "html" in call.accept)
        ),
        "body": TOKEN.sub("", response.content.decode()),
        "queries": len(queries),
    }
