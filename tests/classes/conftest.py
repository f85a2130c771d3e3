from __future__ import annotations

import pytest

from tests.classes.examples import FORMS


@pytest.fixture(params=FORMS.values(), ids=FORMS)
def fast(request):
    """The class `Plain`, made fast."""
    return request.param()
