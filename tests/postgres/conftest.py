import pytest

pytest.register_assert_rewrite("tests.postgres.comparison")


@pytest.fixture
def surveys():
    """All rows, at two stations; some follow others."""
    from tests.postgres.models import Station, Survey
    from tests.postgres.rows import ROWS

    stations = [
        Station.objects.create(name=name, aliases=[name.upper()], labels={"name": name, "x": None})
        for name in ("north", "south")
    ]
    made = [
        Survey.objects.create(station=stations[number % 2], **columns)
        for number, columns in enumerate(ROWS.values())
    ]
    made[2].followers.set(made[:2])
    made[3].followers.set(made[2:])
    return Survey.objects.order_by("pk")
