"""The pages of FastAPI's side: a dict or a model returned in each of the published ways."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
from fastapi import FastAPI
from fastapi.responses import JSONResponse, Response
from pydantic import AwareDatetime, BaseModel

from benchmarks.published.documents import document


class User(BaseModel):
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


class Document(BaseModel):
    users: list[User]


@cache
def model(count: int) -> Document:
    return Document.model_validate(document(count))


class OrjsonResponse(JSONResponse):
    """FastAPI has deprecated its own one."""

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


application = FastAPI()


@application.get("/1/{count}/", response_model=None)
async def dict_returned(count: int) -> Any:
    return document(count)


@application.get("/2/{count}/", response_model=Document)
async def dict_returned_as_model(count: int) -> Any:
    return document(count)


@application.get("/3/{count}/", response_model=Document)
async def model_returned(count: int) -> Any:
    return model(count)


@application.get("/4/{count}/", response_model=Document)
async def dict_in_json_response(count: int) -> Any:
    return JSONResponse(document(count))


@application.get("/5/{count}/", response_model=None)
async def dict_in_orjson_response(count: int) -> Any:
    return OrjsonResponse(document(count))


@application.get("/6/{count}/", response_model=Document)
async def dict_in_orjson_response_of_a_model(count: int) -> Any:
    return OrjsonResponse(document(count))


@application.get("/7/{count}/", response_model=Document)
async def model_in_orjson_response(count: int) -> Any:
    return OrjsonResponse(model(count).model_dump(mode="json"))


@application.get("/8/{count}/", response_model=Document)
async def model_in_response_of_its_json(count: int) -> Any:
    return Response(model(count).model_dump_json(), media_type="application/json")


PAGES = {
    "FastAPI: dict": "/1/{count}/",
    "FastAPI: dict, response model": "/2/{count}/",
    "FastAPI: model, response model": "/3/{count}/",
    "FastAPI: JSONResponse(dict), response model": "/4/{count}/",
    "FastAPI: orjson response of a dict": "/5/{count}/",
    "FastAPI: orjson response of a dict, response model": "/6/{count}/",
    "FastAPI: orjson response of a model, response model": "/7/{count}/",
    "FastAPI: response of model_dump_json(), response model": "/8/{count}/",
}
