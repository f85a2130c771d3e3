import pytest

from tests.processes import output_of
from tests.values import MANAGE


@pytest.fixture(scope="package")
def manage(tmp_path_factory):
    """Return what runs `manage.py` on a shop that is filled, and returns what it prints."""
    database = f"sqlite:///{tmp_path_factory.mktemp('shop')}/shop.sqlite3"

    def run(*arguments, folder=MANAGE.parent):
        return output_of(MANAGE, *arguments, folder=folder, DATABASE_URL=database)

    run("migrate", "--skip-checks", "--verbosity=0")
    run("loadshop", "--skip-checks", "--books=110", "--users=110")
    return run
