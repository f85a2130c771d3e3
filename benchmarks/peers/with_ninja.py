from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import orjson
from django.http import HttpRequest
from ninja import NinjaAPI, Schema
from ninja.renderers import BaseRenderer
from pydantic import TypeAdapter

from benchmarks.peers.by_hand import page_of_users


class UserOut(Schema):
    id: int
    last_login: datetime | None
    is_superuser: bool
    username: str
    first_name: str
    last_name: str
    email: str
    is_staff: bool
    is_active: bool
    date_joined: datetime


class PublisherOut(Schema):
    id: int
    name: str
    country: str
    website: str
    same_day_until: time | None


class AuthorOut(Schema):
    id: int
    name: str
    born: date | None


class TagOut(Schema):
    id: int
    name: str


class BookOut(Schema):
    id: int
    publisher: PublisherOut
    author: AuthorOut
    tags: list[TagOut]
    isbn: UUID
    title: str
    subtitle: str | None
    price: Decimal
    rating: float | None
    pages: int
    reading_time: timedelta | None
    published: date
    added: datetime
    in_print: bool
    format: str
    metadata: Any


class PageOut(Schema):
    count: int
    next: str | None
    previous: str | None
    results: list[UserOut]


USERS = TypeAdapter(list[UserOut])
BOOKS = TypeAdapter(list[BookOut])


class ORJSONRenderer(BaseRenderer):
    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        return orjson.dumps(data, option=orjson.OPT_UTC_Z)


api = NinjaAPI(renderer=ORJSONRenderer(), openapi_url=None)


@api.get("/", response=PageOut)
def users(request: HttpRequest, page: int = 1) -> dict[str, Any]:
    return page_of_users(request, list)
