"""The servers: Django's pages, FastAPI's eight ways, and chi of Go.

Each page is a document with as many users as its address says.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import orjson
from django.http import HttpRequest, JsonResponse
from django.urls import path
from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response
from pydantic import AwareDatetime, BaseModel
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response as DRFResponse
from rest_framework.views import APIView

from benchmarks.published.data import document, stored_users, users
from benchmarks.users import DRF, DRF_SERIALIZERS, FAST, FAST_SERIALIZERS
from bookshop.server import stop
from fastserializers.renderers import OrjsonRenderer
from fastserializers.responses import OrjsonResponse


class Page(APIView):
    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (JSONRenderer,)
    serializer_class = DRF_SERIALIZERS[DRF]
    rows = staticmethod(users)

    def get(self, request: HttpRequest, count: int) -> DRFResponse:
        return DRFResponse({"users": self.serializer_class(self.rows(count), many=True).data})


class FastPage(Page):
    renderer_classes = (OrjsonRenderer,)
    serializer_class = FAST_SERIALIZERS[FAST]


IN_MEMORY = {
    "Django JsonResponse": lambda request, count: JsonResponse(document(count)),
    "OrjsonResponse": lambda request, count: OrjsonResponse(document(count)),
    "DRF ModelSerializer, JSONRenderer": Page.as_view(),
    f"{FAST}, OrjsonRenderer": FastPage.as_view(),
}
FROM_DATABASE = {
    "DRF, from the database": Page.as_view(rows=stored_users),
    f"{FAST}, from the database": FastPage.as_view(rows=stored_users),
}
PAGES = IN_MEMORY | FROM_DATABASE
urlpatterns = [path(f"{number}/<int:count>/", page) for number, page in enumerate(PAGES.values())]


class UserModel(BaseModel):
    id: int
    last_login: AwareDatetime | None
    is_superuser: bool
    username: str
    first_name: str
    last_name: str
    email: str
    is_staff: bool
    is_active: bool
    date_joined: AwareDatetime


class DocumentModel(BaseModel):
    users: list[UserModel]


@cache
def model(count: int) -> DocumentModel:
    return DocumentModel.model_validate(document(count))


def orjson_response(content: Any) -> Response:
    return Response(orjson.dumps(content), media_type="application/json")


async def returned_dict(count: int) -> Any:
    return document(count)


async def returned_model(count: int) -> Any:
    return model(count)


async def json_of_dict(count: int) -> Any:
    return JSONResponse(document(count))


async def orjson_of_dict(count: int) -> Any:
    return orjson_response(document(count))


async def orjson_of_model(count: int) -> Any:
    return orjson_response(model(count).model_dump(mode="json"))


async def json_of_model(count: int) -> Any:
    return Response(model(count).model_dump_json(), media_type="application/json")


WAYS = {
    "FastAPI: dict": (returned_dict, None),
    "FastAPI: dict, response model": (returned_dict, DocumentModel),
    "FastAPI: model, response model": (returned_model, DocumentModel),
    "FastAPI: JSONResponse of a dict, response model": (json_of_dict, DocumentModel),
    "FastAPI: orjson of a dict": (orjson_of_dict, None),
    "FastAPI: orjson of a dict, response model": (orjson_of_dict, DocumentModel),
    "FastAPI: orjson of a model, response model": (orjson_of_model, DocumentModel),
    "FastAPI: model_dump_json(), response model": (json_of_model, DocumentModel),
}
fastapi = FastAPI()
for number, (way, response_model) in enumerate(WAYS.values()):
    fastapi.add_api_route(f"/{number}/{{count}}/", way, response_model=response_model)


def address(name: str, count: int) -> str:
    """Return the address of one of Django's pages or of FastAPI's ways."""
    return f"/{list(PAGES if name in PAGES else WAYS).index(name)}/{count}/"


@contextmanager
def chi(program: Path, document: bytes) -> Iterator[str]:
    """Yield the address of a server of the document. Raises `CalledProcessError` without chi."""
    source = Path(__file__).with_name("go")
    subprocess.run(["go", "build", "-o", program, "."], cwd=source, check=True)  # noqa: S603, S607
    process = subprocess.Popen(  # noqa: S603
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process.stdin as pipe:
        pipe.write(document)
    try:
        with process.stdout as answers:
            yield answers.readline().decode().strip()
    finally:
        stop(process)
