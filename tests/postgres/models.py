"""Columns that only PostgreSQL has, and those that SQLite keeps as something else."""

from django.contrib.postgres import fields
from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, GeneratedField, Value


class Weather(models.TextChoices):
    SUNNY = "S", "Sunny"
    RAINY = "R", "Rainy"


class Station(models.Model):
    name = models.CharField(max_length=50)
    aliases = fields.ArrayField(models.CharField(max_length=20), default=list)
    labels = fields.HStoreField(default=dict)

    def __str__(self):
        return self.name


class Survey(models.Model):
    station = models.ForeignKey(Station, models.CASCADE, null=True, related_name="surveys")
    followers = models.ManyToManyField("self", symmetrical=False)

    decimals = fields.ArrayField(models.DecimalField(max_digits=8, decimal_places=2), null=True)
    flags = fields.ArrayField(models.BooleanField(null=True), null=True)
    integers = fields.ArrayField(models.IntegerField(), null=True)
    matrix = fields.ArrayField(fields.ArrayField(models.IntegerField(null=True)), null=True)
    moments = fields.ArrayField(models.DateTimeField(null=True), null=True)
    notes = fields.ArrayField(fields.HStoreField(), null=True)
    required = fields.ArrayField(models.BigIntegerField(null=True), size=3, default=list)
    texts = fields.ArrayField(models.CharField(max_length=20, null=True), null=True, blank=True)
    uuids = fields.ArrayField(models.UUIDField(), null=True)

    labels = fields.HStoreField(null=True)
    lexemes = SearchVectorField(null=True)

    integer_range = fields.IntegerRangeField(null=True)
    decimal_range = fields.DecimalRangeField(null=True, default_bounds="[]")
    moment_range = fields.DateTimeRangeField(null=True)
    date_range = fields.DateRangeField(null=True)

    address = models.GenericIPAddressField(null=True)
    blob = models.BinaryField(null=True, editable=True)
    count = models.BigIntegerField(null=True)
    date = models.DateField(null=True)
    duration = models.DurationField(null=True)
    encoded = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    flag = models.BooleanField(null=True)
    identity = models.UUIDField(null=True)
    metadata = models.JSONField(null=True)
    moment = models.DateTimeField(null=True)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True)
    ratio = models.FloatField(null=True)
    time = models.TimeField(null=True)
    weather = models.CharField(max_length=1, choices=Weather.choices, null=True)

    double_price = GeneratedField(
        expression=F("price") * 2,
        output_field=models.DecimalField(max_digits=9, decimal_places=2),
        db_persist=True,
    )
    first_texts = GeneratedField(
        expression=F("texts__0_2"),
        output_field=fields.ArrayField(models.CharField(max_length=20)),
        db_persist=True,
    )
    searchable = GeneratedField(
        expression=SearchVector("weather", Value(" wind"), config="english"),
        output_field=SearchVectorField(),
        db_persist=True,
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.station}: {self.count}"
