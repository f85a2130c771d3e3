"""Threads that share serializer classes: what one of them sees is never another one's."""

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

from fastserializers.views import reading_fast
from tests.differential import spelled_out
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


def everything(base):
    class MarkSerializer(base):
        mark = serializers.SerializerMethodField()

        def get_mark(self, thing):
            return self.context["mark"]

    class PriceSerializer(MarkSerializer):
        price = serializers.DecimalField(8, 2)
        exact = serializers.DecimalField(None, None, source="price")

    class ExampleSerializer(MarkSerializer):
        made = serializers.DateTimeField()
        name = serializers.CharField()
        price = serializers.DecimalField(8, 2, localize=True)
        listed = serializers.ListField(child=serializers.DateTimeField(), source="moments")
        url = serializers.HyperlinkedIdentityField("publisher-detail", lookup_field="code")
        inner = PriceSerializer(source="*")
        rows = PriceSerializer(many=True)

    return ExampleSerializer


def choosing(base):
    """Has the fields that its context names."""

    class ChoosingSerializer(everything(base)):
        def get_fields(self):
            fields = super().get_fields()
            return {name: fields[name] for name in self.context["names"]}

    return ChoosingSerializer


PRICE = SimpleNamespace(price=Decimal("1234.565"))
SOURCE = SimpleNamespace(
    made=SUMMER,
    name=translation.gettext_lazy("Yes"),
    code="c",
    moments=[SUMMER, SUMMER.replace(month=1)],
    price=Decimal("98765.4321"),
    rows=[PRICE, PRICE],
)
NAMES = ["made", "name", "price", "listed", "url", "mark", "inner", "rows"]

ROUNDS = 4


def test_one_class_gives_each_thread_its_own():
    """Each thread asks DRF first, then all of them read fast by the class for the first time."""
    rounds = [choosing(Serializer) for _ in range(ROUNDS)]

    def work(number, barrier):
        context = {
            "mark": number,
            "names": [NAMES[number], *NAMES[number + 2 :: 2]],
            "request": APIRequestFactory(SERVER_PORT=str(8000 + number)).get("/"),
        }

        def outputs(cls):
            # Half of the threads begin with a list.
            for many in (False, True) if number % 2 else (True, False):
                source = [SOURCE] * 4 if many else SOURCE
                yield spelled_out(cls(source, many=many, context=context).data)

        with surroundings(number):
            for cls in rounds:
                expected = [*outputs(cls)]
                barrier.wait()
                with reading_fast():
                    assert [[*outputs(cls)] for _ in range(4)] == [expected] * 4
        return str(expected)

    assert len(set(in_threads(work))) == THREADS
