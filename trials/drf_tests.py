"""REST framework's own tests, while every serializer and every page reads fast.

    python trials/drf_tests.py FOLDER

FOLDER has the source distribution of REST framework. Its tests are a package named `tests`, as
this project's are: so this file is run by its path, and imports nothing from the checkout.
"""

from __future__ import annotations

import os
import sys
import tarfile
from pathlib import Path

import pytest

FEWER_QUERIES = {
    "HyperlinkedForeignKeyTests::test_reverse_foreign_key_retrieve",
    "HyperlinkedManyToManyTests::test_many_to_many_retrieve",
    "HyperlinkedManyToManyTests::test_relative_hyperlinks",
    "HyperlinkedManyToManyTests::test_reverse_many_to_many_retrieve",
    "PKForeignKeyTests::test_reverse_foreign_key_retrieve",
    "PKManyToManyTests::test_many_to_many_retrieve",
    "PKManyToManyTests::test_reverse_many_to_many_retrieve",
    "SlugForeignKeyTests::test_foreign_key_retrieve",
}
"""Tests that count one query for each row, where this library makes one for all of them."""


class ReadingFast:
    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """Switch the library on, after the `conftest.py` of REST framework has set up Django."""
        from django.conf import settings

        from fastserializers import conf
        from fastserializers.reading import class_plan
        from fastserializers.reading.replaced import replace

        settings.FASTSERIALIZERS = {"EVERYWHERE": True}
        conf.forget_values()
        # Most of its classes are made by functions.
        class_plan.ROWS_OF_CREATED_CLASS = 0
        replace()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if item.nodeid.partition("::")[2] in FEWER_QUERIES:
                item.add_marker(pytest.mark.xfail(reason="fewer queries", strict=True))


def main(folder: Path) -> int:
    (archive,) = folder.glob("djangorestframework-*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")
    os.chdir(folder / archive.name.removesuffix(".tar.gz"))
    return pytest.main(["-q", "-p", "no:cacheprovider", "tests"], plugins=[ReadingFast()])


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
