"""The pytest plugin, outside of the package: importing that would import Django.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="session")
def assert_same_output() -> Callable[..., None]:
    """`fastserializers.testing.assert_same_output`, imported for the first test to ask."""
    from fastserializers.testing import assert_same_output

    return assert_same_output
