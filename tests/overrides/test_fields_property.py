"""A property `fields` of the project's is asked for each row: REST framework reads the class."""

import pytest

from tests.differential import CALLS, of_a_thing_with
from tests.values import THING


class KeepsAPrunedDict:
    """As Nautobot's serializers do."""

    pruned = None

    @property
    def fields(self):
        CALLS.append("fields")
        if self.pruned is None:
            self.pruned = dict(super().fields)
            del self.pruned["size"]
        return self.pruned


class PopsEachTime:
    @property
    def fields(self):
        CALLS.append("fields")
        fields = super().fields
        fields.pop("size", None)
        return fields


@pytest.mark.parametrize("mixin", [KeepsAPrunedDict, PopsEachTime])
def test_what_it_gives_and_how_often_it_is_asked(agree, mixin):
    def nesting(base):
        inner = of_a_thing_with(mixin)(base)
        return of_a_thing_with(one=inner(source="*"), rows=inner(many=True))(base)

    agree(of_a_thing_with(mixin), THING)
    agree(nesting, {**THING, "rows": [THING] * 4})
