from tests.idioms.conftest import book_rows, stored  # noqa: F401
