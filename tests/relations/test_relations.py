"""Relations that few models have, and what is missing or wrong at their far side."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db.models import Prefetch
from rest_framework import serializers

from tests.differential import on_the_fast_base
from tests.relations.comparison import assert_no_more_queries, assert_same_rows
from tests.relations.models import Author, Credit, Note, Novel, Place, Poem, Portrait, Serial, Work
from tests.relations.serializers import serializer_of
from tests.rows.comparison import each

pytestmark = [pytest.mark.usefixtures("stored"), pytest.mark.urls("tests.relations.serializers")]

OPTIONS = [{}, {"allow_null": True}, {"default": None}, {"required": False}]


def fields_of_all_kinds(base, model, source, attribute, **options):
    """Return a field of each kind that reads a relation to one row."""
    nested = serializer_of(base, model, ["pk"])
    read_only = {"source": source, "read_only": True, **options}
    return {
        "key": serializers.PrimaryKeyRelatedField(**read_only),
        "text": serializers.StringRelatedField(source=source, **options),
        "slug": serializers.SlugRelatedField(attribute, **read_only),
        "value": serializers.ReadOnlyField(source=f"{source}.{attribute}", **options),
        "chars": serializers.CharField(source=f"{source}.{attribute}", **options),
        "nested": nested(source=source, **options),
    }


def assert_each_alone(model, fields_of, make_rows):
    """Assert the same of a serializer for each field that `fields_of` makes on a base."""
    for name in fields_of(serializers.ModelSerializer):

        def make(base, name=name):
            return serializer_of(base, model, ["id"], {name: fields_of(base)[name]})

        assert_no_more_queries(make, make_rows, forms=[on_the_fast_base])


@each("options", OPTIONS)
def test_a_far_side_that_is_missing(options):
    """Each kind of field alone: some raise, and what comes after them would not be read."""
    work = ContentType.objects.get_for_model(Work)
    Note.objects.create(text="about nothing", content_type=work, object_id=10**6)
    gone = ContentType.objects.create(app_label="gone", model="gone")
    Note.objects.create(text="about a model that is gone", content_type=gone, object_id=1)
    notes = Note.objects.exclude(content_type=gone)

    def orphans():
        works = list(Work.objects.order_by("pk"))
        for work in works:
            work.sequel_to_id = 10**6
        return [*works, Work(title="unsaved"), Work(sequel_to=Work(title="unsaved too"))]

    authors, works = Author.objects.order_by("pk"), Work.objects.order_by("pk")
    for model, far_model, source, attribute, all_rows in (
        (Author, Portrait, "portrait", "painter", (authors, authors.select_related("portrait"))),
        (Work, Serial, "novel.serial", "magazine", (works, works.select_related("novel__serial"))),
        (Note, Work, "about", "kind", (notes, notes.prefetch_related("about"))),
        (Note, Work, "about", "kind", (Note.objects.filter(content_type=gone),)),
        (Work, Work, "sequel_to", "title", (orphans,)),
    ):

        def fields_of(base, far_model=far_model, source=source, attribute=attribute):
            return fields_of_all_kinds(base, far_model, source, attribute, **options)

        for rows in all_rows:
            assert_each_alone(model, fields_of, rows if rows is orphans else rows.all)


class TestGenericRelations:
    def test_named_in_the_fields_of_a_note(self):
        def make(base):
            return serializer_of(base, Note, ["id", "about", "content_type", "object_id"])

        def deep(base):
            return serializer_of(base, Note, "__all__", depth=1)

        rows = assert_same_rows(make, Note.objects.order_by("pk").all)
        assert [type(note["about"]) for note in rows] == [Work, Work, Novel, Author]
        assert_same_rows(deep, Note.objects.order_by("pk").all)


class TestPrefetchesToAnAttribute:
    """What is there is a list, or one row; what was not prefetched has no such attribute."""

    def rows(self):
        writers = Credit.objects.filter(role="writer").select_related("author")
        return Work.objects.order_by("pk").prefetch_related(
            Prefetch("credits", writers, to_attr="writers"),
            Prefetch("authors", Author.objects.order_by("-name"), to_attr="people"),
            Prefetch("people__mentors", to_attr="teachers"),
            Prefetch("sequel_to", to_attr="before"),
            Prefetch("sequel", to_attr="after"),
            Prefetch("notes", to_attr="remarks"),
        )

    def fields(self, base):
        def keys(source, **options):
            return serializers.PrimaryKeyRelatedField(source=source, read_only=True, **options)

        def texts(source, **options):
            return serializers.StringRelatedField(source=source, **options)

        teacher = serializer_of(base, Author, ["name"])
        author = serializer_of(base, Author, ["name"], {"teachers": teacher(many=True)})
        work = serializer_of(base, Work, ["title"])
        return {
            "nested": serializer_of(base, Credit, ["role", "author"])(many=True, source="writers"),
            "nested twice": author(many=True, source="people"),
            "keys": keys("people", many=True),
            "slugs": serializers.SlugRelatedField(
                "author__name", many=True, read_only=True, source="writers"
            ),
            "texts": texts("remarks", many=True),
            "one": work(source="before"),
            "one behind": work(source="after"),
            "key": keys("before"),
            "dotted": serializers.CharField(source="before.title", default=None),
            "listed": serializers.ListField(child=serializers.CharField(), source="remarks"),
        }

    def test_are_read_as_drf_reads_them(self):
        assert_each_alone(Work, self.fields, self.rows)
        # Without the prefetches there are no such attributes.
        assert_each_alone(Work, self.fields, Work.objects.order_by("pk").all)

    def test_under_the_name_of_a_relation_of_another_model(self):
        def make(base):
            credit = serializer_of(base, Credit, ["role"])
            declared = {
                "credits": credit(many=True),
                "keys": serializers.PrimaryKeyRelatedField(
                    many=True, read_only=True, source="credits"
                ),
            }
            return serializer_of(base, Work, ["id"], declared)

        def rows():
            authors = Author.objects.prefetch_related("credits").order_by("pk")
            return [*authors, *Work.objects.prefetch_related("credits"), {"credits": []}]

        assert_same_rows(make, rows)


class TestKeys:
    def test_that_are_relations_themselves(self):
        def make(base):
            return serializer_of(base, Portrait, ["pk", "author", "author_id", "painter"])

        def deep(base):
            return serializer_of(base, Portrait, "__all__", depth=2)

        def far(base):
            declared = {
                "portrait": serializers.PrimaryKeyRelatedField(read_only=True),
                "portraits": serializers.PrimaryKeyRelatedField(
                    source="portrait.author", read_only=True
                ),
                "key": serializers.ReadOnlyField(source="portrait.pk"),
            }
            return serializer_of(base, Author, ["name"], declared)

        assert_same_rows(make, Portrait.objects.all)
        assert_same_rows(deep, Portrait.objects.all)
        for load in ([None], ["portrait"]):
            assert_same_rows(
                far, Author.objects.select_related(*load).filter(portrait__isnull=False).all
            )

    def test_to_another_field(self):
        def make(base):
            place = serializer_of(base, Place, ["code", "within"])
            declared = {
                "home_code": serializers.CharField(source="home_id"),
                "place": place(source="home"),
                "country": serializers.PrimaryKeyRelatedField(
                    source="home.within", read_only=True, default=None
                ),
            }
            return serializer_of(base, Author, ["name", "home"], declared)

        for load in ([None], ["home"], ["home__within"]):
            assert_same_rows(make, Author.objects.select_related(*load).order_by("pk").all)

    def test_of_another_type_by_a_field(self):
        def make(base):
            def key(field, **options):
                return serializers.PrimaryKeyRelatedField(
                    pk_field=field, read_only=True, **options
                )

            declared = {
                "home": key(serializers.CharField()),
                "upper": key(Shouted(), source="home"),
                "mentors": key(serializers.FloatField(), many=True),
                "pupils": key(serializers.DecimalField(8, 2), many=True),
            }
            return serializer_of(base, Author, ["name"], declared)

        for load in ([], ["mentors", "pupils", "home"]):
            assert_same_rows(make, Author.objects.prefetch_related(*load).all)

    def test_in_links(self):
        def make(base):
            def link(view, source, field, **options):
                return serializers.HyperlinkedRelatedField(
                    view, source=source, lookup_field=field, read_only=True, **options
                )

            declared = {
                "place": link("place-detail", "home", "code"),
                "country": link("place-detail", "home.within", "code", allow_null=True),
                "teachers": link(
                    "portrait-detail", "mentors", "pk", lookup_url_kwarg="author", many=True
                ),
            }
            return serializer_of(base, Author, ["name"], declared)

        for load in ([], ["home__within", "mentors"]):
            assert_same_rows(make, Author.objects.prefetch_related(*load).all)


class Shouted(serializers.CharField):
    def to_representation(self, value):
        return super().to_representation(value).upper()


class TestRelationsToTheSameModel:
    def test_to_many_rows_both_ways(self):
        def make(base):
            return serializer_of(base, Author, ["name", "mentors", "pupils"], depth=2)

        for load in ([], ["mentors__mentors__pupils", "pupils__pupils", "pupils__mentors"]):
            assert_same_rows(make, Author.objects.prefetch_related(*load).all)


class TestInheritedModels:
    @pytest.mark.parametrize("model", [Poem, Novel, Serial])
    def test_have_all_fields_of_their_parents(self, model):
        for depth in range(3):
            rows = assert_same_rows(
                lambda base: serializer_of(base, model, "__all__", depth=depth),  # noqa: B023
                model.objects.order_by("pk").all,
            )
            assert {"title", "made", "sequel_to"} <= set(rows[0])

    def test_link_to_their_parents_and_children(self):
        def make(base):
            novel = serializer_of(base, Novel, ["chapters", "kind", "work_ptr"])
            declared = {
                "novel": novel(required=False),
                "key": serializers.PrimaryKeyRelatedField(
                    source="novel", read_only=True, allow_null=True, default=None
                ),
                "chapters": serializers.IntegerField(source="novel.chapters", default=0),
                "magazine": serializers.CharField(source="novel.serial.magazine", default=""),
            }
            return serializer_of(base, Work, ["kind"], declared)

        for load in ([None], ["novel"], ["novel__serial"]):
            assert_same_rows(make, Work.objects.select_related(*load).order_by("pk").all)

    def test_in_relations_that_lead_to_another_type_than_they_say(self):
        """A relation holds what was put there: a proxy or a child of its model."""

        def make(base):
            declared = {
                "sequel_to": serializer_of(base, Work, ["kind", "title", "authors"])(),
                "text": serializers.StringRelatedField(source="sequel_to"),
                "kind_before": serializers.CharField(source="sequel_to.kind"),
            }
            return serializer_of(base, Work, ["kind"], declared)

        def rows():
            poem, novel = Poem.objects.first(), Novel.objects.first()
            return [Work(sequel_to=other) for other in (poem, novel, Work(title="x"), poem)]

        assert_same_rows(make, rows)

    def test_in_prefetched_rows_of_other_types(self):
        def make(base):
            work = serializer_of(base, Work, ["kind", "title"])
            declared = {
                "works": work(many=True),
                "keys": serializers.PrimaryKeyRelatedField(
                    source="works", many=True, read_only=True
                ),
            }
            return serializer_of(base, Author, ["name"], declared)

        def rows():
            return Author.objects.prefetch_related(Prefetch("works", Poem.objects.all()))

        expected = assert_same_rows(make, rows)
        assert {"poem"} == {work["kind"] for author in expected for work in author["works"]}
