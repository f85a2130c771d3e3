"""Serializers and functions that represent the ten fields of `auth.User`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer

from benchmarks.classes import make_importable
from benchmarks.work import Contender
from fastserializers import FastReadOnlyModelSerializer, FastReadOnlySerializer
from fastserializers.renderers import OrjsonRenderer

PLAIN = "plain function"
DRF = "DRF ModelSerializer"
FAST = "FastReadOnlyModelSerializer"


def plain(user: User) -> dict[str, Any]:
    return {
        "id": user.id,
        "last_login": user.last_login.isoformat() if user.last_login is not None else None,
        "is_superuser": user.is_superuser,
        "username": user.username,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "is_staff": user.is_staff,
        "is_active": user.is_active,
        "date_joined": user.date_joined.isoformat(),
    }


def model_serializer(
    base: type[serializers.ModelSerializer],
) -> type[serializers.ModelSerializer]:
    class UserSerializer(base):
        class Meta:
            model = User
            fields = (
                "id",
                "last_login",
                "is_superuser",
                "username",
                "first_name",
                "last_name",
                "email",
                "is_staff",
                "is_active",
                "date_joined",
            )
            read_only_fields = fields

    make_importable(base, UserSerializer)
    return UserSerializer


def declared_serializer(base: type[serializers.Serializer]) -> type[serializers.Serializer]:
    class UserSerializer(base):
        id = serializers.IntegerField()
        last_login = serializers.DateTimeField()
        is_superuser = serializers.BooleanField()
        username = serializers.CharField()
        first_name = serializers.CharField()
        last_name = serializers.CharField()
        email = serializers.EmailField()
        is_staff = serializers.BooleanField()
        is_active = serializers.BooleanField()
        date_joined = serializers.DateTimeField()

    make_importable(base, UserSerializer)
    return UserSerializer


DRF_SERIALIZERS = {
    DRF: model_serializer(serializers.ModelSerializer),
    "DRF Serializer": declared_serializer(serializers.Serializer),
}
FAST_SERIALIZERS = {
    FAST: model_serializer(FastReadOnlyModelSerializer),
    "FastReadOnlySerializer": declared_serializer(FastReadOnlySerializer),
}


def contenders(
    serializer_classes: dict[str, type[serializers.Serializer]],
    represent_with: Callable[[type[serializers.Serializer]], Callable[[Any], Any]],
    **options: Any,
) -> list[Contender]:
    return [
        Contender(name, represent_with(serializer_class), **options)
        for name, serializer_class in serializer_classes.items()
    ]


def data_of_one(serializer_class: type[serializers.Serializer]) -> Callable[[User], Any]:
    return lambda user: serializer_class(user).data


def data_of_many(serializer_class: type[serializers.Serializer]) -> Callable[[list[User]], Any]:
    return lambda users: serializer_class(users, many=True).data


def body_by_drf(serializer_class: type[serializers.Serializer]) -> Callable[[Any], bytes]:
    return lambda rows: JSONRenderer().render(serializer_class(rows, many=True).data)


def body(serializer_class: type[serializers.Serializer]) -> Callable[[Any], bytes]:
    return lambda rows: OrjsonRenderer().render(serializer_class(rows, many=True).data)


def of_queryset(represent: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function that reads a queryset anew, from the database."""
    return lambda queryset: represent(queryset.all())


def plain_list(users: list[User]) -> list[dict[str, Any]]:
    return [plain(user) for user in users]
