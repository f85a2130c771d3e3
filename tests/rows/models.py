"""Models that have a hand in how their instances are made, and columns of every kind."""

import uuid

from django.db import models
from django.db.models import F, Value
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor

from tests.relations.models import Place


class Shouted(str):
    """A text that knows it has been shouted."""


class ShoutedField(models.CharField):
    def from_db_value(self, value, expression, connection):
        return None if value is None else Shouted(value.upper())


class WordsField(models.Field):
    """Keeps a list of words as a text."""

    def db_type(self, connection):
        return "varchar(100)"

    def from_db_value(self, value, expression, connection):
        return None if value is None else value.split()

    def get_prep_value(self, value):
        return " ".join(value) if isinstance(value, list) else value


class Thing(models.Model):
    """All that a column may be."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(max_length=50, db_column="called")
    shouted = ShoutedField(max_length=50, null=True)
    words = WordsField(null=True)
    number = models.IntegerField(db_default=7)
    double = models.GeneratedField(
        expression=F("number") * 2, output_field=models.IntegerField(), db_persist=True
    )
    part_of = models.ForeignKey("self", models.CASCADE, null=True, related_name="parts")
    likes = models.ManyToManyField("self", symmetrical=False, related_name="liked_by")

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Pair(models.Model):
    pk = models.CompositePrimaryKey("left", "right")
    left = models.IntegerField()
    right = models.IntegerField()
    text = models.CharField(max_length=50, default="", db_default=Value(""))


# Proxies with hooks of a project's own.


class Proxy:
    proxy = True


class MadeFromDb(Place):
    Meta = Proxy

    @classmethod
    def from_db(cls, db, field_names, values, **options):
        instance = super().from_db(db, field_names, values, **options)
        instance.name = f"from {db}"
        return instance


class Initialised(Place):
    Meta = Proxy

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.name += "!"


class Guarded(Place):
    Meta = Proxy

    def __setattr__(self, name, value):
        super().__setattr__(name, value.title() if name == "code" else value)


class WithAProperty(Place):
    Meta = Proxy

    @property
    def code(self):
        return vars(self)["code"][::-1]

    @code.setter
    def code(self, code):
        vars(self)["code"] = code


class Loud:
    def __init__(self):
        self.name = self.name.upper()


class OnAMixin(Place, Loud):
    Meta = Proxy


class Calling(type(Place)):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.name += "?"
        return made


class Called(Place, metaclass=Calling):
    Meta = Proxy


class Asked(Place):
    Meta = Proxy

    def __getattribute__(self, name):
        return "asked" if name == "code" else super().__getattribute__(name)


WITH_HOOKS = [MadeFromDb, Initialised, Guarded, WithAProperty, OnAMixin, Called, Asked]
NO_CONSTRAINT = {"on_delete": models.DO_NOTHING, "db_constraint": False}


class Pointer(models.Model):
    """Refers to what need not be there: the database lets it."""

    to = models.ForeignKey(Place, **NO_CONSTRAINT, related_name="pointers")
    maybe = models.ForeignKey(Place, **NO_CONSTRAINT, null=True, related_name="+")
    by_code = models.ForeignKey(
        Place, **NO_CONSTRAINT, null=True, to_field="code", related_name="+"
    )
    one = models.OneToOneField(Thing, **NO_CONSTRAINT, null=True, related_name="pointer")
    places = models.ManyToManyField(Place, db_constraint=False, related_name="pointed_at")


class Named(models.Model):
    name = models.CharField(max_length=50)

    class Meta:
        abstract = True

    def __str__(self):
        return self.name


class House(models.Model):
    left = models.IntegerField(default=0)
    right = models.IntegerField(default=0)
    pair = models.ForeignObject(
        Pair, models.CASCADE, ["left", "right"], ["left", "right"], related_name="houses"
    )


class LivingManager(models.Manager):
    """Leaves out what was removed."""

    def get_queryset(self):
        return super().get_queryset().filter(removed=False)


class LivingQuerySet(models.QuerySet):
    def living(self):
        return self.filter(removed=False)


class Animal(Named):
    removed = models.BooleanField(default=False)
    mother = models.ForeignKey("self", models.CASCADE, null=True, related_name="young")
    friends = models.ManyToManyField("self")

    objects = LivingManager.from_queryset(LivingQuerySet)()
    everything = models.Manager()

    class Meta:
        ordering = ["-name"]


class NamesAlone(models.Manager):
    """Defers every other column."""

    def get_queryset(self):
        return super().get_queryset().only("name")


class Calf(Named):
    cow = models.ForeignKey(Animal, models.CASCADE, related_name="calves")

    objects = NamesAlone()


# What may not be loaded ahead.


class OfItsOwner(models.Manager):
    """Gives each owner other rows, as managers of tenants do."""

    def get_queryset(self):
        rows = super().get_queryset()
        owner = getattr(self, "instance", None) or self._hints.get("instance")
        return rows if owner is None else rows.exclude(name=f"hidden from {owner.name}")


class OfAnybody(models.Manager):
    """Gives the same rows, whoever asks, and each knows its keeper."""

    def get_queryset(self):
        return super().get_queryset().exclude(name="hidden").select_related("keeper")


class HidingQuerySet(models.QuerySet):
    """Hides rows from whoever filters."""

    def filter(self, *args, **kwargs):
        return super().filter(*args, **kwargs).exclude(name__startswith="hidden")


class CountingQuerySet(models.QuerySet):
    """Has a method of its own, and changes none of Django's."""

    def loud(self):
        return self.filter(name="Loud")


class Keeper(Named):
    objects = OfItsOwner()

    class Meta:
        base_manager_name = "objects"
        ordering = ["pk"]


class AnyPet(Named):
    keeper = models.ForeignKey(Keeper, models.CASCADE, related_name="%(class)ss")

    class Meta:
        abstract = True
        ordering = ["pk"]


class Pet(AnyPet):
    objects = OfAnybody()


class OwnersPet(AnyPet):
    objects = OfItsOwner()


class HiddenPet(AnyPet):
    objects = HidingQuerySet.as_manager()


class CountedPet(AnyPet):
    objects = CountingQuerySet.as_manager()


class Noting(ForwardManyToOneDescriptor):
    """Notes on an instance what it is given, as the keys of state machines do."""

    def __set__(self, instance, value):
        super().__set__(instance, value)
        instance.note = f"of {value}"


class NotingKey(models.ForeignKey):
    forward_related_accessor_class = Noting


class Toy(Named):
    pet = NotingKey(Pet, models.CASCADE, related_name="toys")


class Weighed(models.Model):
    """Has keys that Python and a database may compare in ways of their own."""

    weight = models.DecimalField(max_digits=8, decimal_places=2, unique=True)
    word = models.CharField(max_length=50, unique=True)
    shouted = ShoutedField(max_length=50, unique=True)
    token = models.UUIDField(unique=True)

    def __str__(self):
        return self.word


class Weighing(models.Model):
    by_weight = models.ForeignKey(Weighed, models.CASCADE, to_field="weight", related_name="w1")
    by_word = models.ForeignKey(Weighed, models.CASCADE, to_field="word", related_name="w3")
    by_shouted = models.ForeignKey(Weighed, models.CASCADE, to_field="shouted", related_name="w4")
    by_token = models.ForeignKey(Weighed, models.CASCADE, to_field="token", related_name="w5")

    class Meta:
        ordering = ["pk"]


class OrderLine(models.Model):
    """Has columns that the database computes, of types that are converted."""

    quantity = models.IntegerField()
    price = models.DecimalField(max_digits=8, decimal_places=2)
    total = models.GeneratedField(
        expression=F("quantity") * F("price"),
        output_field=models.DecimalField(max_digits=10, decimal_places=2),
        db_persist=True,
    )
    is_large = models.GeneratedField(
        expression=models.Q(quantity__gt=10), output_field=models.BooleanField(), db_persist=True
    )
    options = models.JSONField(default=dict)
    all_options = models.GeneratedField(
        expression=F("options"), output_field=models.JSONField(), db_persist=True
    )
