from __future__ import annotations

from datetime import datetime

import msgspec
from django.contrib.auth.models import User
from django_bolt import BoltAPI

from benchmarks.peers.by_hand import USERS
from bookshop.views import HundredRows


class UserOut(msgspec.Struct):
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


class PageOut(msgspec.Struct):
    count: int
    next: str | None
    previous: str | None
    results: list[UserOut]


api = BoltAPI(trailing_slash="keep")


def represented(user: User) -> UserOut:
    return msgspec.convert(user, UserOut, from_attributes=True)


@api.get("/bolt/page/")
async def page_of_users(page: int = 1) -> PageOut:
    size = HundredRows.page_size
    count, first = await USERS.acount(), (page - 1) * size
    return PageOut(
        count,
        address_of(page + 1) if first + size < count else None,
        address_of(page - 1) if page > 1 else None,
        [represented(user) async for user in USERS[first : first + size]],
    )


def address_of(page: int) -> str:
    return f"/bolt/page/?page={page}"


@api.get("/bolt/all/")
async def all_users() -> list[UserOut]:
    return [represented(user) async for user in USERS.all()]


@api.get("/bolt/{key}/")
async def one_user(key: int) -> UserOut:
    return represented(await User.objects.aget(pk=key))
