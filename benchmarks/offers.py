"""Two models of ten columns: one of Django's alone, one with columns of four packages."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

from django.db import connection, models
from django_countries.fields import CountryField
from djmoney.models.fields import MoneyField
from phonenumber_field.modelfields import PhoneNumberField
from rest_framework.serializers import ModelSerializer
from versatileimagefield.fields import VersatileImageField

from benchmarks.classes import importable

START = datetime(2020, 1, 1, tzinfo=timezone.utc)


class Offer(models.Model):
    title = models.CharField(max_length=50)
    pages = models.IntegerField()
    is_new = models.BooleanField()
    created = models.DateTimeField()
    email = models.EmailField()
    weight = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        abstract = True
        app_label = "bookshop"

    def __str__(self) -> str:
        return self.title


class PlainOffer(Offer):
    price = models.DecimalField(max_digits=8, decimal_places=2)
    country = models.CharField(max_length=2)
    phone = models.CharField(max_length=30)
    picture = models.CharField(max_length=100)


class PackagesOffer(Offer):
    price = MoneyField(max_digits=8, decimal_places=2, default_currency="EUR")
    country = CountryField()
    phone = PhoneNumberField()
    picture = VersatileImageField(upload_to="offers")


COLUMNS = ("id", "title", "pages", "is_new", "created", "email", "weight")
OF_PACKAGES = ("price", "country", "phone", "picture")


def serializer_of(model: Any, *columns: str) -> Any:
    meta = type("Meta", (), {"model": model, "fields": (*COLUMNS, *columns)})
    name = f"{model.__name__}{len(columns)}Serializer"
    return importable(name, ModelSerializer, Meta=meta)


def store_offers(count: int) -> None:
    """Make the tables, and save offers, unless another process has done so."""
    if PlainOffer._meta.db_table in connection.introspection.table_names():
        return
    for model in (PlainOffer, PackagesOffer):
        with connection.schema_editor() as editor:
            editor.create_model(model)
        model.objects.bulk_create(
            model(
                title=f"Offer {number}",
                pages=number,
                is_new=True,
                created=START,
                email="ann@example.com",
                weight=Decimal("1.50"),
                price=Decimal("12.50"),
                country="NZ",
                phone="+441214960000",
                picture="offers/a.png",
            )
            for number in range(count)
        )
