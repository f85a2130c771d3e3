from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True)
def a_small_project(settings):
    """Look at this folder and the bookshop alone: a project of all tests takes its time."""
    settings.FASTSERIALIZERS = {"FIRST_PARTY_APPS": [__package__, "bookshop"]}
    gc.collect()
