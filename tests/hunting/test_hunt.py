"""A short search for differences.

`python -m tests.hunt` searches for longer.
"""

import pytest
from hypothesis import given, settings
from rest_framework import fields, relations, serializers

from fastserializers.compiler.fields.registry import ENTRIES
from tests.hunting.comparison import assert_no_difference
from tests.hunting.fields import KINDS
from tests.hunting.models import order_rows, store_rows
from tests.hunting.search import EXAMPLES, SEARCH

# Django 6.1 says it of a model whose own from_db() takes none.
pytestmark = pytest.mark.filterwarnings("ignore:.*must accept a fetch_mode")


@pytest.fixture
def stored_rows(db, monkeypatch):
    store_rows()
    order_rows(monkeypatch.setattr)


@pytest.mark.usefixtures("stored_rows")
@pytest.mark.long
@pytest.mark.parametrize("examples", [*dict.fromkeys(EXAMPLES)])
def test_a_search_finds_no_difference(examples):
    """The same examples each time; `python -m tests.hunt` takes others."""

    @settings(SEARCH, max_examples=150, derandomize=True)
    @given(example=examples())
    def search(example):
        assert_no_difference(example)

    search()


# Which classes the search has to know.

EXPORTED = {
    name: cls
    for module in (serializers, fields, relations)
    for name, cls in vars(module).items()
    if isinstance(cls, type) and issubclass(cls, fields.Field)
}

ABSTRACT = {"BaseSerializer", "Field", "RelatedField"}
CHILDREN = {"_UnvalidatedField"}
"""Found only inside of lists and dicts."""
SERIALIZERS = {"HyperlinkedModelSerializer", "ListSerializer", "ModelSerializer", "Serializer"}

# These run DRF's own code for every value.
NEVER_READ = {"FilePathField", "HiddenField"}
NOT_COMPILED = {"MultipleChoiceField"}
WRITTEN_OUT = {"SerializerMethodField"}
"""What the generated code calls itself."""


def test_somebody_has_decided_how_each_field_class_is_represented():
    decided = [*ABSTRACT, *SERIALIZERS, *NEVER_READ, *NOT_COMPILED, *WRITTEN_OUT]
    decided += [cls.__name__ for cls in ENTRIES]
    assert [name for name in EXPORTED if decided.count(name) != 1] == []


def test_all_field_classes_are_searched():
    assert EXPORTED.keys() - KINDS.keys() == (ABSTRACT | CHILDREN | SERIALIZERS | WRITTEN_OUT)
