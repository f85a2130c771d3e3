"""Every code block of the README and of the other pages runs, and every link leads somewhere."""

import inspect
import re
import subprocess
from doctest import ELLIPSIS
from importlib.metadata import version
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection
from django.test import override_settings
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser

from bookshop.models import Author, Book, Publisher, Review, Tag
from fastserializers import FastReadOnlyModelSerializer
from fastserializers.conf import KEYS
from fastserializers.project.list_reading import rows_reading
from tests.compiler.golden import FOLDER
from tests.relations.serializers import serializer_of

ROOT = Path(__file__).parents[2]
FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in FILES), *sorted((ROOT / "docs").glob("*.md"))]
TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
SITE = "https://django-fastserializers.readthedocs.io/en/stable/"

SYBIL = Sybil(parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), SkipParser()])
PAGES_WITH_PYTHON = [page for page in PAGES if "```python" in TEXTS[page]]
# Followed step by step, in a project of its own, by `test_samples.py`.
TUTORIAL = ROOT / "docs" / "tutorial.md"
PACKAGES = {"async": "adrf", "schemas": "drf_spectacular"}


@pytest.fixture
def shop(db):
    """The rows that the examples of the pages read."""
    publisher = Publisher.objects.create(
        pk=1, name="Seren", country="GB", website="https://seren.example"
    )
    joyce = Author.objects.create(pk=1, name="James Joyce")
    tag = Tag.objects.create(pk=1, name="fiction")
    user = User.objects.create(pk=1, username="ada", email="ada@example.org")
    same = {"pages": 200, "published": "1914-06-15", "publisher": publisher, "author": joyce}
    for key, title, price in ((1, "Dubliners", "9.50"), (2, "Ulysses", "20.00")):
        book = Book.objects.create(pk=key, title=title, price=price, **same)
        book.tags.add(tag)
        Review.objects.create(book=book, user=user, stars=5)
    # PostgreSQL counts on from the keys that it has given itself.
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Publisher, Author, Book]):
            cursor.execute(statement)


@pytest.mark.parametrize("page", PAGES_WITH_PYTHON, ids=lambda page: page.stem)
@pytest.mark.urls("bookshop.urls")
def test_the_code_of_a_page_runs(page, shop, assert_same_output):
    if page.stem in PACKAGES:
        pytest.importorskip(PACKAGES[page.stem])
    document = SYBIL.parse(page)
    document.namespace |= {"__name__": "tests.example", "assert_same_output": assert_same_output}
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        for example in document:
            example.evaluate()


def code_blocks():
    for page in PAGES:
        for block in re.findall(r"^ *```(\w+)\n(.*?)^ *```$", TEXTS[page], re.M | re.S):
            yield page, *block


def test_a_generated_function_of_the_documentation_is_generated():
    review = serializer_of(FastReadOnlyModelSerializer, Review, ["stars"])
    generated = {path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py")}
    generated.add(inspect.getsource(rows_reading(review).make_function()))
    shown = [block for _, _, block in code_blocks() if block.startswith("def represent_")]
    assert len(shown) == 2
    assert generated.issuperset(shown)


def test_every_setting_is_in_the_table():
    text = TEXTS[ROOT / "docs/settings.md"].partition("\n## ")[0]
    table = re.findall(r"^\| `([A-Z_]+)`\{#[\w-]+\} \| `(.*?)` \|", text, re.M)
    documented = {name: eval(default) for name, default in table}  # noqa: S307
    assert documented == {name: key.default for name, key in KEYS.items()}


COMMANDS = {
    line.strip().removeprefix("$ ")
    for page, language, block in code_blocks()
    if language == "console" and page != TUTORIAL
    for line in block.splitlines()
}


@pytest.mark.long
@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_command_runs(command, manage, tmp_path):
    words = command.split()
    if words[0] == "make":
        subprocess.run([*words, "--dry-run"], cwd=ROOT, check=True, capture_output=True)  # noqa: S603
    elif words[:2] == ["pip", "install"]:
        assert version(words[-1].strip('"').partition("[")[0])
    else:
        assert words[0] == "python"
        # Others name a class of the reader's, or write to the checkout.
        if words[-1] not in ("BookSerializer", "baseline"):
            manage(*words[2:], folder=tmp_path)


# Links. Those between the pages of the site are Sphinx's: `make docs`.


def test_a_link_to_the_site_leads_to_a_page():
    linked = re.findall(rf"{re.escape(SITE)}([\w-]*)", "".join(TEXTS.values()))
    names = {name for name in linked if name}
    assert names
    assert {name for name in names if not (ROOT / "docs" / f"{name}.md").exists()} == set()


def test_a_link_of_the_readme_leads_to_a_file_of_the_repository():
    links = re.findall(r"\]\((?!https://)([^)#]*)", TEXTS[ROOT / "README.md"])
    assert links
    assert [link for link in links if not (ROOT / link).is_file()] == []


def relative_links(name):
    prose = re.sub(r"^```.*?^```$", "", TEXTS[ROOT / name], flags=re.M | re.S)
    return re.findall(r"\]\((?!https://)(.*?)\)", prose)


def test_links_outside_of_the_site_are_absolute_and_a_page_says_what_to_read_next():
    # The package index shows the README with links that are rewritten when it is built.
    assert {name: relative_links(name) for name in FILES[1:]} == {name: [] for name in FILES[1:]}
    pages = set((ROOT / "docs").glob("*.md"))
    assert [page.stem for page in sorted(pages) if "\nNext: [" not in TEXTS[page]] == []


def is_of_a_test(name):
    """Return whether there is a test of this name, which pytest understands."""
    module, _, test = name.partition("::")
    source = (ROOT / module).read_text(encoding="utf-8")
    return re.search(rf"^(def|class) {test}\b", source, re.MULTILINE) is not None


def test_a_difference_is_held_by_a_test():
    named = re.findall(r"`(tests/[\w/]+\.py::\w+)`", TEXTS[ROOT / "docs/differences.md"])
    assert named
    assert [name for name in named if not is_of_a_test(name)] == []


def test_the_modules_that_a_list_goes_through_are_there():
    text = TEXTS[ROOT / "docs/a-list.md"]
    named = re.findall(r"`(\w[\w/]*(?:\.py|/))`", text)
    assert named
    folder = ROOT / "fastserializers"
    assert [name for name in named if not (folder / name).exists()] == []
