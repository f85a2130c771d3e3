from __future__ import annotations

from datetime import datetime
from typing import Any

import serpy
from django.utils.duration import duration_string


class TextField(serpy.Field):
    to_value = staticmethod(str)


class ISOField(serpy.Field):
    def to_value(self, value: Any) -> str:
        return value.isoformat()


class DateTimeField(serpy.Field):
    def to_value(self, value: datetime) -> str:
        return value.isoformat().replace("+00:00", "Z")


class DurationField(serpy.Field):
    to_value = staticmethod(duration_string)


class UserSerializer(serpy.Serializer):
    id = serpy.Field()
    last_login = DateTimeField(required=False)
    is_superuser = serpy.Field()
    username = serpy.Field()
    first_name = serpy.Field()
    last_name = serpy.Field()
    email = serpy.Field()
    is_staff = serpy.Field()
    is_active = serpy.Field()
    date_joined = DateTimeField()


class PublisherSerializer(serpy.Serializer):
    id = serpy.Field()
    name = serpy.Field()
    country = serpy.Field()
    website = serpy.Field()
    same_day_until = ISOField(required=False)


class AuthorSerializer(serpy.Serializer):
    id = serpy.Field()
    name = serpy.Field()
    born = ISOField(required=False)


class TagSerializer(serpy.Serializer):
    id = serpy.Field()
    name = serpy.Field()


class BookSerializer(serpy.Serializer):
    id = serpy.Field()
    publisher = PublisherSerializer()
    author = AuthorSerializer()
    tags = TagSerializer(attr="tags.all", call=True, many=True)
    isbn = TextField()
    title = serpy.Field()
    subtitle = serpy.Field()
    price = TextField()
    rating = serpy.Field()
    pages = serpy.Field()
    reading_time = DurationField(required=False)
    published = ISOField()
    added = DateTimeField()
    in_print = serpy.Field()
    format = serpy.Field()
    metadata = serpy.Field()
