"""Random hierarchies of serializer classes, with the fast mixin somewhere in them and without."""

from __future__ import annotations

from rest_framework import serializers

from fastserializers import FastReadOnlyMixin
from tests.differential import outcome

THING = {"name": "Ruritania", "size": 5, "made": "long ago"}
FIELDS = {
    "name": serializers.CharField,
    "size": serializers.IntegerField,
    "made": serializers.CharField,
}


# What a class of the hierarchy may override. Each leaves a mark of the class in the output.


def without_a_key(mark):
    def to_representation(self, instance):
        row = super(self.places[mark], self).to_representation(instance)
        row.pop("size", None)
        return {**row, mark: "removed"}

    return {"to_representation": to_representation}


def of_its_own(mark):
    return {"to_representation": lambda self, instance: {mark: instance["name"]}}


def with_more_data(mark):
    def data(self):
        return {**super(self.places[mark], self).data, mark: "data"}

    return {"data": property(data)}


def with_a_field_less(mark):
    def get_fields(self):
        fields = super(self.places[mark], self).get_fields()
        fields.pop("made", None)
        return fields

    return {"get_fields": get_fields}


def with_fields_changed_when_made(mark):
    def __init__(self, *args, **kwargs):
        super(self.places[mark], self).__init__(*args, **kwargs)
        self.fields.pop("name", None)

    return {"__init__": __init__}


def with_a_label(mark):
    def name_of(self):
        return f"{mark} {self.__dict__.get('kept_label')}"

    def keep(self, value):
        self.__dict__["kept_label"] = value

    def to_representation(self, instance):
        row = super(self.places[mark], self).to_representation(instance)
        return {**row, mark: self.label}

    return {"label": property(name_of, keep), "to_representation": to_representation}


def with_readable_fields(mark):
    def readable(self):
        fields = super(self.places[mark], self)._readable_fields
        return (field for field in fields if field.field_name != "name")

    return {"_readable_fields": property(readable)}


OVERRIDES = (
    without_a_key,
    of_its_own,
    with_more_data,
    with_a_field_less,
    with_fields_changed_when_made,
    with_a_label,
    with_readable_fields,
)


def hierarchies(random):
    """Return the last class of a random hierarchy, once on DRF alone and once with the mixin.

    None where Python or this library refuses the bases, and where the mixin among them makes
    Python ask the project's own classes in another order.
    """
    plan = drawn(random)
    try:
        fast = built(plan, FastReadOnlyMixin)
    except TypeError:
        return None
    reference = built(plan, None)
    return (reference, fast) if in_same_order(reference, fast) else None


def in_same_order(reference, fast):
    """Return whether Python asks the classes behind both in the same order."""
    return names_behind(reference) == names_behind(fast)


def names_behind(cls):
    return [
        base.__name__
        for base in cls.__mro__
        if base.__module__.partition(".")[0] != "fastserializers"
    ]


def drawn(random):
    """Return for each class its overrides, fields, bases by number, and the place of the mixin."""
    count = random.randint(2, 6)
    classes = []
    for number in range(count):
        known = list(range(number))
        bases = random.sample(known, min(len(known), random.randint(0, 2)))
        classes.append(
            {
                "overrides": [
                    random.choice(OVERRIDES) for _ in range(random.choice((0, 1, 1, 2)))
                ],
                "fields": random.sample(sorted(FIELDS), random.randint(0, 3)),
                "bases": sorted(bases, reverse=True),
                "is_mixin": not bases and random.random() < 0.3,
                "fast_at": random.choice((None, 0, 0, 1)),
            }
        )
    classes[-1]["bases"] = classes[-1]["bases"] or [count - 2]
    classes[-1]["is_mixin"] = False
    classes[-1]["fields"] = sorted(FIELDS)
    if not any(described["fast_at"] is not None for described in classes):
        classes[-1]["fast_at"] = 0
    return classes


def built(classes, mixin):
    made = []
    places = {}
    for number, described in enumerate(classes):
        mark = f"class {number}"
        body = {"places": places, "__module__": __name__}
        for override in described["overrides"]:
            body.update(override(mark))
        body.update({name: FIELDS[name]() for name in described["fields"]})
        bases = [made[base] for base in described["bases"]]
        if described["is_mixin"]:
            cls = type(f"Class{number}", tuple(bases) or (object,), body)
        else:
            if not any(issubclass(base, serializers.Serializer) for base in bases):
                bases.append(serializers.Serializer)
            if mixin is not None and described["fast_at"] is not None:
                bases.insert(described["fast_at"], mixin)
            cls = type(serializers.Serializer)(f"Class{number}", tuple(bases), body)
        places[mark] = cls
        made.append(cls)
    return made[-1]


def outcomes(serializer_class):
    """Return what a class makes of an object and of a list, twice."""
    return [
        outcome(serializer_class, lambda: THING, many=many)
        for many in (False, True)
        for _ in range(2)
    ]
