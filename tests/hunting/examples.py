"""Strategies for whole examples, with what is set around them."""

from django.test import override_settings
from django.utils import timezone, translation
from hypothesis import strategies as st
from rest_framework.settings import api_settings

from tests.hunting.descriptions import Call, Example
from tests.hunting.fields import booleans, formats, one_of, optional, things_for
from tests.hunting.models import MODELS
from tests.hunting.overriding import RECEIVERS, heard
from tests.hunting.packages import ROUTERS, WRAPPERS, routed, wrapped
from tests.hunting.pages import PAGES
from tests.hunting.querysets import listed_querysets, lists_of_instances
from tests.hunting.shapes import model_instances, model_shapes, shapes, shapes_of_relations
from tests.hunting.things import COLLECTIONS, request
from tests.hunting.values import anything, calls, mostly, zones

REST_FRAMEWORK = {
    **dict.fromkeys(("DATETIME_FORMAT", "DATE_FORMAT", "TIME_FORMAT"), formats),
    "DURATION_FORMAT": one_of("iso-8601", "django", None),
    "COERCE_DECIMAL_TO_STRING": booleans,
    "COERCE_BIGINT_TO_STRING": booleans,
    "UPLOADED_FILES_USE_URL": booleans,
}
# Older versions have fewer.
known = {name: value for name, value in REST_FRAMEWORK.items() if name in api_settings.defaults}
settings = optional(
    REST_FRAMEWORK=optional(**known),
    USE_TZ=booleans,
    TIME_ZONE=one_of("Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"),
    USE_THOUSAND_SEPARATOR=booleans,
    LANGUAGE_CODE=one_of("de", "ar", "en-us"),
    MEDIA_URL=one_of("/media/", "https://example.org/media/"),
)
around = st.one_of(
    settings.map(lambda drawn: Call(override_settings, **drawn)),
    calls(
        timezone.override, one_of("UTC", "Europe/Berlin", "America/St_Johns", "Africa/Monrovia")
    ),
    calls(translation.override, one_of("de", "ar")),
    calls(heard, st.sampled_from([*RECEIVERS]), one_of(None, None, "Book", "Work")),
    calls(wrapped, st.sampled_from([*WRAPPERS])),
    calls(routed, st.sampled_from([*ROUTERS])),
)
surroundings = st.just(()) | st.lists(around, max_size=4).map(tuple)
requests = st.just(Call(request))
of_the_project = {
    "user": one_of(0, 1, 2, 3),
    "suffix": st.just("!"),
    "source": one_of("a", "pk", "missing"),
    "zone": zones,
    **dict.fromkeys(("coerce", "skip", "hide"), booleans),
    "renamed": st.just("other"),
}
contexts = mostly(
    st.fixed_dictionaries({"request": requests}, optional=of_the_project),
    optional(request=requests | st.none(), format=one_of("json", "html"), **of_the_project),
)
collections = st.sampled_from([*COLLECTIONS])


def models(*often):
    """Draw a model, these as often as all together."""
    # It has columns of arrays, and is PostgreSQL's alone.
    arrays = ("Survey", "Survey") if "Survey" in MODELS else ()
    return st.sampled_from([*often, *arrays]) | st.sampled_from([*MODELS])


@st.composite
def free_examples(draw):
    shape = draw(shapes())
    sources = st.lists(mostly(things_for(shape), anything), min_size=1, max_size=5)
    return draw(examples(shape, sources, collections))


@st.composite
def model_examples(draw):
    model = draw(models("Book", "Book", "Work", "Author", "Novel"))
    shape = draw(model_shapes(model))
    sources = st.lists(model_instances(shape, model), min_size=1, max_size=4)
    return draw(examples(shape, sources, collections))


@st.composite
def queryset_examples(draw):
    """Lists alone: of a queryset that nobody has evaluated."""
    model = draw(models("Book", "Work", "Author", "Novel", "OrderLine"))
    shape, rows = draw(model_shapes(model)), listed_querysets(model)
    paged = st.sampled_from([None] * 3 + [*PAGES])
    return draw(examples(shape, st.just(()), rows, paged=paged))


@st.composite
def instance_examples(draw):
    """Lists alone: of instances that were fetched before."""
    model = draw(models("Book", "Work", "Author", "Credit"))
    shape = draw(shapes_of_relations(model) | model_shapes(model))
    return draw(examples(shape, st.just(()), lists_of_instances(model)))


def examples(shape, sources, listed, **options):
    return st.builds(
        Example,
        st.just(shape),
        sources.map(tuple),
        listed,
        contexts,
        surroundings,
        before=one_of("", "", "defined", "read"),
        **options,
    )
