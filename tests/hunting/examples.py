"""Strategies for whole examples, with what is set around them."""

from __future__ import annotations

from hypothesis import strategies as st
from rest_framework.settings import api_settings

from tests.hunting.descriptions import Example, Surroundings
from tests.hunting.fields import formats, optional, things_for
from tests.hunting.models import MODELS
from tests.hunting.overriding import RECEIVERS
from tests.hunting.pages import PAGES
from tests.hunting.querysets import contents, listed_querysets
from tests.hunting.shapes import model_instances, model_shapes, preparations, shapes
from tests.hunting.things import REQUESTS, requested
from tests.hunting.values import COLLECTION_KINDS, anything, calls, mostly, zones

settings = st.fixed_dictionaries(
    {},
    optional={
        "USE_TZ": st.booleans(),
        "TIME_ZONE": st.sampled_from(["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"]),
        "USE_THOUSAND_SEPARATOR": st.booleans(),
        "LANGUAGE_CODE": st.sampled_from(["de", "ar", "en-us"]),
        "MEDIA_URL": st.sampled_from(["/media/", "https://example.org/media/"]),
    },
)
REST_FRAMEWORK = {
    "DATETIME_FORMAT": formats,
    "DATE_FORMAT": formats,
    "TIME_FORMAT": formats,
    "DURATION_FORMAT": st.sampled_from(["iso-8601", "django", None]),
    "COERCE_DECIMAL_TO_STRING": st.booleans(),
    "COERCE_BIGINT_TO_STRING": st.booleans(),
    "UPLOADED_FILES_USE_URL": st.booleans(),
}
surroundings = st.one_of(
    st.just(Surroundings()),
    st.builds(
        Surroundings,
        settings,
        optional(
            **{
                name: value
                for name, value in REST_FRAMEWORK.items()
                if name in api_settings.defaults
            }
        ),
        st.sampled_from(
            [None, None, "UTC", "Europe/Berlin", "America/St_Johns", "Africa/Monrovia"]
        ),
        st.sampled_from([None, None, "de", "ar"]),
        st.sampled_from([False, False, False, True]),
        st.sampled_from([None] * 8 + [*RECEIVERS]),
        st.sampled_from([None, "Book", "Work"]),
    ),
)
requests = calls(requested, st.sampled_from([*REQUESTS]))
users = st.sampled_from([0, 1, 2, 3])
for_own_fields = {
    "suffix": st.just("!"),
    "source": st.sampled_from(["a", "pk", "missing"]),
    "zone": zones,
    "coerce": st.booleans(),
    "skip": st.booleans(),
    "hide": st.booleans(),
    "renamed": st.just("other"),
    "choice": st.just("cinq"),
}
contexts = mostly(
    st.fixed_dictionaries({"request": requests}, optional={"user": users, **for_own_fields}),
    optional(
        request=requests | st.none(),
        format=st.sampled_from(["json", "html"]),
        user=users,
        **for_own_fields,
    ),
)


UNPAGED = st.none()
listings = mostly(COLLECTION_KINDS, st.just("has all()"))


@st.composite
def free_examples(draw):
    shape = draw(shapes())
    one = mostly(things_for(shape), anything)
    sources = draw(st.lists(one, min_size=1, max_size=5))
    return draw(examples(shape, sources, listings, st.just(())))


@st.composite
def model_examples(draw):
    model = draw(st.sampled_from([*["Book"] * 12, *["Work", "Author"] * 6, *MODELS]))
    shape = draw(model_shapes(model))
    sources = draw(st.lists(model_instances(shape, model), min_size=1, max_size=4))
    return draw(examples(shape, sources, listings, contents(model)))


@st.composite
def queryset_examples(draw):
    """Lists alone: of a queryset that nobody has evaluated."""
    model = draw(st.sampled_from([*["Book"] * 8, *["Work", "Author"] * 8, *MODELS]))
    shape = draw(model_shapes(model))
    paged = st.sampled_from([None] * 3 + [*PAGES])
    return draw(examples(shape, [], listed_querysets(model), contents(model), paged))


def examples(shape, sources, listed, contents, paged=UNPAGED):
    return st.builds(
        Example,
        st.just(shape),
        st.just(tuple(sources)),
        listed,
        contexts,
        surroundings,
        st.booleans(),
        preparations,
        contents,
        paged,
    )
