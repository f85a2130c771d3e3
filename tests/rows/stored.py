"""Rows that several tests store: pets whose managers look at keepers, and keys of every kind."""

import uuid

from django.db import connection

from tests.rows.models import CountedPet, HiddenPet, Keeper, OwnersPet, Pet, Weighed, Weighing


def store_keepers():
    for name in ("Ann", "Bob", "Cid"):
        keeper = Keeper.objects.create(name=name)
        for model in (Pet, OwnersPet, HiddenPet, CountedPet):
            for pet in ("hidden", "hidden from Ann", "hidden from Bob", "Loud", "Quiet"):
                model._base_manager.create(keeper=keeper, name=pet)
    Keeper._base_manager.create(name="hidden from Loud")


# Whether the database compares the keys as Python does. MySQL and MariaDB compare texts by their
# collations.
KEYS = {
    "by_weight": False,
    "by_word": connection.vendor in ("postgresql", "sqlite"),
    "by_shouted": False,
    "by_token": True,
}


def store_weighings():
    for number in range(3):
        values = {
            "weight": f"{number}.50",
            "word": f"word {number}",
            "shouted": f"WORD {number}",
            "token": uuid.UUID(int=number),
        }
        weighed = Weighed.objects.create(**values)
        for _ in range(2):
            Weighing.objects.create(**dict.fromkeys(KEYS, weighed))
