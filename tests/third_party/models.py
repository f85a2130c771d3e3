"""Models with the fields of other packages: `tests.settings` has the app where they are there."""

from django.db import models
from django_countries.fields import CountryField
from djmoney.models.fields import MoneyField
from parler.models import TranslatableModel, TranslatedFields


class Seller(models.Model):
    name = models.CharField(max_length=50)
    country = CountryField()
    born_in = CountryField(null=True, blank=True)
    ships_to = CountryField(multiple=True, blank=True)

    def __str__(self):
        return self.name


class Offer(models.Model):
    seller = models.ForeignKey(Seller, models.CASCADE, related_name="offers")
    title = models.CharField(max_length=50)
    price = MoneyField(max_digits=10, decimal_places=2, default_currency="EUR")
    old_price = MoneyField(max_digits=10, decimal_places=2, null=True, default_currency=None)


class Dish(TranslatableModel):
    price = models.IntegerField()
    translations = TranslatedFields(name=models.CharField(max_length=50))
