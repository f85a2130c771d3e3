from __future__ import annotations

import pytest

from tests.classes.examples import FORMS

pytest.register_assert_rewrite("tests.classes.writing")


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def fast(request):
    """The class `Plain`, made fast."""
    return request.param()
