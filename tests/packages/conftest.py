import pytest
from django.conf import settings

if "tests.packages" not in settings.INSTALLED_APPS:
    # A package of the dependency group "packages" is not installed.
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="module")
def marketplace(until_the_module_ends):
    from tests.packages.data import store

    with until_the_module_ends():
        store(3)
        yield
