"""Runs Django's tests for the oldest and the newest Django that are supported."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".django"
PYTHON_OF = {"5.2": "3.10", "6.1": "3.13"}
"""The Python to run each Django on: the oldest with the oldest."""
REQUIREMENTS = ["asgiref", "sqlparse", "tzdata", "pillow", "jinja2", "pyyaml", "tblib"]
FOLDERS = """
aggregation aggregation_regress annotations async auth_tests basic bulk_create composite_pk
contenttypes_tests custom_columns custom_lookups custom_managers custom_methods custom_pk
datatypes dates datetimes db_functions defer defer_regress delete delete_regress
distinct_on_fields empty expressions expressions_case expressions_window extra_regress
field_defaults field_subclassing filtered_relation fixtures fixtures_regress
force_insert_update foreign_object from_db_value generic_relations generic_relations_regress
get_earliest_or_latest get_object_or_404 get_or_create inline_formsets introspection
known_related_objects lookup m2m_and_m2o m2m_intermediary m2m_multiple m2m_recursive
m2m_regress m2m_signals m2m_through m2m_through_regress m2o_recursive managers_regress
many_to_many many_to_one many_to_one_null max_lengths model_enums model_fields model_forms
model_formsets model_formsets_regress model_inheritance model_inheritance_regress model_meta
model_options model_package model_regress model_utils multiple_database mutually_referential
nested_foreign_keys null_fk null_fk_ordering null_queries one_to_one or_lookups
order_with_respect_to ordering pagination prefetch_related properties proxy_model_inheritance
proxy_models queries queryset_pickle raw_query reserved_names reverse_lookup save_delete_hooks
select_for_update select_related select_related_onetoone select_related_regress serializers
signals string_lookup swappable_models timezones transaction_hooks transactions
unmanaged_models update update_only_fields validation xor_lookups
""".split()  # noqa: SIM905

TIMED = {"serializers.test_deserialization.TestDeserializer.test_crafted_xml_performance"}
"""What measures time: on a busy machine it ends in any way, both ways."""
COUNTS_REFERENCES = {"select_related.tests.SelectRelatedTests.test_select_related_memory_leak"}
"""What wants a list freed without the garbage collector, which no list of a serializer is: REST
framework's serializers and their fields refer to each other, as rows and their instances do."""
WARNS_EARLIER = {"basic.tests.ModelFromDbTests.test_old_signature_select_related"}
"""What warns of an old `from_db()` when a joined row is fetched. With rows, the warning comes when
its instance is made: when code looks at it."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.django_suite", description=__doc__)
    parser.add_argument("folders", nargs="*", default=FOLDERS, help="folders of Django's tests")
    parser.add_argument("--django", nargs="+", default=list(PYTHON_OF), help="versions of Django")
    options = parser.parse_args(arguments)
    return max(compare(version, options.folders) for version in options.django)


def compare(version: str, folders: list[str]) -> int:
    """Run Django's tests both ways at once; say what differs; return the code to exit with."""
    python = environment(version)
    source = source_of(version, python)
    ways = ("plain", "instances")
    processes = [start(way, python, source, folders) for way in ways]
    for process in processes:
        process.wait()
    (plain, _), (ours, given) = (outcomes(source, way) for way in ways)
    compared = (plain.keys() | ours.keys()) - TIMED - COUNTS_REFERENCES - WARNS_EARLIER
    different = sorted(test for test in compared if plain.get(test) != ours.get(test))
    print(f"{source.name}: {len(plain)} tests, {len(different)} of them differ.")  # noqa: T201
    print(f"{given} instances were made of rows.")  # noqa: T201
    for test in different:
        print(f"  {test}: {plain.get(test)} without, {ours.get(test)} with instances of rows")  # noqa: T201
    return 1 if different or not plain or not given else 0


def source_of(version: str, python: str) -> Path:
    """Return the folder of the source of the newest Django of a series, which it downloads."""
    command = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:"]
    subprocess.run([*command, f"--dest={KEPT}", f"django=={version}.*"], check=True)  # noqa: S603
    *_, archive = sorted(KEPT.glob(f"[dD]jango-{version}*.tar.gz"), key=newest)
    folder = KEPT / archive.name.removesuffix(".tar.gz")
    if not folder.exists():
        with tarfile.open(archive) as files:
            files.extractall(KEPT, filter="data")
    return folder


def newest(archive: Path) -> tuple[int, ...]:
    numbers = archive.name.removesuffix(".tar.gz").partition("-")[2]
    return tuple(int(part) for part in numbers.split(".") if part.isdigit())


def environment(version: str) -> str:
    """Return the Python of a virtual environment that has what the tests and the library need."""
    folder = KEPT / f"environment-{version}"
    uv = str(Path(sys.executable).with_name("uv"))
    python = folder / "bin" / "python"
    if not python.exists():
        command = [uv, "venv", "--quiet", "--seed", f"--python={PYTHON_OF[version]}"]
        subprocess.run([*command, folder], check=True)  # noqa: S603
    install = [uv, "pip", "install", "--quiet", f"--python={python}", *REQUIREMENTS]
    subprocess.run([*install, f"--editable={ROOT}", f"django=={version}.*"], check=True)  # noqa: S603
    return str(python)


def start(way: str, python: str, source: Path, folders: list[str]) -> subprocess.Popen[bytes]:
    command = [python, "runtests.py", "--parallel=1", "--verbosity=0"]
    return subprocess.Popen(  # noqa: S603
        [*command, f"--settings=tests.django_suite.{way}_settings", *folders],
        cwd=source / "tests",
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(map(str, [source, source / "tests", ROOT])),
            "OUTCOMES": str(source / f"{way}.json"),
        },
    )


def outcomes(source: Path, way: str) -> tuple[dict[str, list[str]], int]:
    """Return how each test ended, and how many instances were made of rows."""
    path = source / f"{way}.json"
    if not path.exists():
        return {}, 0
    written = json.loads(path.read_text())
    return written["outcomes"], written["instances"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
