from __future__ import annotations

import orjson
from marshmallow import Schema, fields


class OrjsonSchema(Schema):
    class Meta:
        render_module = orjson


class UserSchema(OrjsonSchema):
    id = fields.Integer()
    last_login = fields.DateTime()
    is_superuser = fields.Boolean()
    username = fields.String()
    first_name = fields.String()
    last_name = fields.String()
    email = fields.Email()
    is_staff = fields.Boolean()
    is_active = fields.Boolean()
    date_joined = fields.DateTime()


class PublisherSchema(OrjsonSchema):
    id = fields.Integer()
    name = fields.String()
    country = fields.String()
    website = fields.URL()
    same_day_until = fields.Time()


class AuthorSchema(OrjsonSchema):
    id = fields.Integer()
    name = fields.String()
    born = fields.Date()


class TagSchema(OrjsonSchema):
    id = fields.Integer()
    name = fields.String()


TAGS = TagSchema(many=True)


class BookSchema(OrjsonSchema):
    id = fields.Integer()
    publisher = fields.Nested(PublisherSchema)
    author = fields.Nested(AuthorSchema)
    # A manager is nothing that fields.Nested could iterate over.
    tags = fields.Function(lambda book: TAGS.dump(book.tags.all()))
    isbn = fields.UUID()
    title = fields.String()
    subtitle = fields.String()
    price = fields.Decimal(as_string=True)
    rating = fields.Float()
    pages = fields.Integer()
    reading_time = fields.TimeDelta()
    published = fields.Date()
    added = fields.DateTime()
    in_print = fields.Boolean()
    format = fields.String()
    metadata = fields.Raw()
