"""Threads that share serializer classes: what one of them sees is never another one's."""

from __future__ import annotations

import datetime
import decimal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.urls import path, set_script_prefix
from django.utils import timezone, translation
from rest_framework import serializers
from rest_framework.serializers import Serializer
from rest_framework.test import APIRequestFactory

from fastserializers import read_only
from tests.classes.examples import tree
from tests.differential import FAST_FORMS, every_form, spelled_out
from tests.values import SUMMER

THREADS = 8
LANGUAGES = ["en", "de", "fr", "es", "ru", "ja", "pt-br", "ar"]
ZONES = [
    "UTC",
    "Europe/Berlin",
    "Asia/Kolkata",
    "America/New_York",
    "Asia/Tokyo",
    datetime.timezone(datetime.timedelta(hours=3)),
    "America/St_Johns",
    None,
]
ROUNDINGS = [decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_HALF_EVEN, decimal.ROUND_CEILING]

pytestmark = pytest.mark.urls(__name__)

urlpatterns = [path("<slug:code>/", lambda request, code: None, name="publisher-detail")]


@pytest.fixture(autouse=True)
def switching_often():
    """Lets threads take turns after a few instructions, not after five milliseconds."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def in_threads(work):
    """Return what `work` returns for each thread's number; it is given a barrier for all."""
    barrier = threading.Barrier(THREADS, timeout=60)

    def worked(number):
        try:
            return work(number, barrier)
        except BaseException:
            # Nobody is to wait for this thread.
            barrier.abort()
            raise

    with ThreadPoolExecutor(THREADS) as pool:
        results = [pool.submit(worked, number) for number in range(THREADS)]
    errors = [error for result in results if (error := result.exception())]
    if errors:
        raise min(errors, key=lambda error: isinstance(error, threading.BrokenBarrierError))
    return [result.result() for result in results]


def surroundings(number):
    """Return what thread `number` has activated, as something to enter."""
    set_script_prefix(f"/{number}/")
    stack = ExitStack()
    stack.enter_context(translation.override(LANGUAGES[number]))
    stack.enter_context(timezone.override(ZONES[number]))
    stack.enter_context(
        decimal.localcontext(decimal.Context(prec=5 + number, rounding=ROUNDINGS[number % 4]))
    )
    return stack


def outputs_in_threads(classes, sources, contexts, times):
    """Return the text of each thread's outputs, after asserting that they are DRF's.

    Each thread asks DRF first, then all of them ask the fast classes at once.
    """
    reference, *fast_classes = classes

    def outputs(serializer_class, number):
        return [
            spelled_out(
                serializer_class(source, many=type(source) is list, context=contexts[number]).data
            )
            for source in sources
        ]

    def work(number, barrier):
        with surroundings(number):
            expected = outputs(reference, number)
            barrier.wait()
            for _ in range(times):
                for fast in fast_classes:
                    assert outputs(fast, number) == expected
        return str(expected)

    return in_threads(work)


# One class for all.


def everything(base):
    class PriceSerializer(base):
        price = serializers.DecimalField(8, 2)
        exact = serializers.DecimalField(None, None, source="price")
        mark = serializers.SerializerMethodField()

        def get_mark(self, thing):
            return self.context["mark"]

    class ExampleSerializer(base):
        made = serializers.DateTimeField()
        hour = serializers.DateTimeField(format="%H %Z", source="made")
        name = serializers.CharField()
        raw = serializers.ReadOnlyField(source="name")
        price = serializers.DecimalField(8, 2, localize=True)
        listed = serializers.ListField(child=serializers.DateTimeField(), source="moments")
        url = serializers.HyperlinkedIdentityField("publisher-detail", lookup_field="code")
        mark = serializers.SerializerMethodField()
        inner = PriceSerializer(source="*")
        rows = PriceSerializer(many=True)

        def get_mark(self, thing):
            return self.context["mark"]

    return ExampleSerializer


def choosing(base):
    """Has the fields that its context names."""

    class ChoosingSerializer(everything(base)):
        def get_fields(self):
            fields = super().get_fields()
            return {name: fields[name] for name in self.context["names"]}

    return ChoosingSerializer


NAMES = ["made", "hour", "name", "price", "listed", "url", "mark", "inner", "rows"]


class TestOneClass:
    @pytest.mark.parametrize("make", [everything, choosing], ids=lambda f: f.__name__)
    def test_gives_each_thread_its_own(self, make):
        price = SimpleNamespace(price=Decimal("1234.565"))
        thing = SimpleNamespace(
            made=SUMMER,
            name=translation.gettext_lazy("Yes"),
            code="c",
            moments=[SUMMER, SUMMER.replace(month=1)],
            price=Decimal("98765.4321"),
            rows=[price, price],
        )
        contexts = [
            {
                "mark": number,
                "names": [NAMES[number], *NAMES[number + 2 :: 2]],
                "request": APIRequestFactory(SERVER_PORT=str(8000 + number)).get("/"),
            }
            for number in range(THREADS)
        ]
        classes = every_form(make)
        outputs = outputs_in_threads(classes, [thing, [thing] * 4], contexts, times=10)
        assert len(set(outputs)) == THREADS


# First use, by all at once.


class TestFirstUse:
    ROUNDS = 12

    def first_uses(self, make_classes, source):
        """Let all threads use new classes at the same moment, again and again."""
        rounds = [make_classes() for _ in range(self.ROUNDS)]

        def work(number, barrier):
            with surroundings(number):
                for reference, fast_class in rounds:
                    options = [{"instance": source}, {"instance": [source] * 2, "many": True}]
                    context = {"mark": number}
                    expected = [
                        spelled_out(reference(**given, context=context).data) for given in options
                    ]
                    barrier.wait()
                    fast = fast_class()
                    # Half of the threads begin with a list.
                    for given in options if number % 2 else options[::-1]:
                        actual = spelled_out(fast(**given, context=context).data)
                        assert actual == expected[options.index(given)]

        in_threads(work)

    @pytest.mark.parametrize("form", FAST_FORMS)
    def test_of_a_class(self, form):
        def make(base):
            class Inner(base):
                made = serializers.DateTimeField()
                mark = serializers.SerializerMethodField()

                def get_mark(self, thing):
                    return self.context["mark"]

            class ExampleSerializer(base):
                name = serializers.CharField()
                inner = Inner(source="*")
                rows = Inner(many=True)

            return ExampleSerializer

        def make_classes():
            fast = form(make, Serializer)
            return make(Serializer), lambda: fast

        row = SimpleNamespace(made=SUMMER)
        self.first_uses(make_classes, SimpleNamespace(name="n", made=SUMMER, rows=[row]))

    def test_of_read_only_makes_one_of_each_class(self):
        classes = [tree() for _ in range(self.ROUNDS)]

        def work(number, barrier):
            made = []
            for plain in classes:
                barrier.wait()
                made.append(read_only(plain))
            return made

        for made in zip(*in_threads(work), strict=True):
            assert len(set(made)) == 1
