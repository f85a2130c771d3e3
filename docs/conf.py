"""How Sphinx builds the pages in this folder: `make docs`, `make docs-serve`."""

from __future__ import annotations

import os
import re
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "example_project")]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bookshop.settings")

import django  # noqa: E402

django.setup()

project = "django-fastserializers"
author = "The django-fastserializers contributors"
project_copyright = author
metadata = (ROOT / "pyproject.toml").read_text("utf-8")
release = version = re.search(r'^version = "(.*)"$', metadata, re.MULTILINE)[1]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build", "_templates"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
# The names of headings are what other pages link to.
suppress_warnings = ["myst.header"]

# Docstrings have code in single backticks.
default_role = "literal"

html_theme = "furo"
html_title = f"django-fastserializers {release}"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "links.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_css_files = ["style.css"]
html_copy_source = False
html_theme_options = {
    "source_repository": "https://github.com/django-fastserializers/django-fastserializers",
    "source_branch": "main",
    "source_directory": "docs/",
    "light_css_variables": {
        "color-brand-primary": "#0c5c3c",
        "color-brand-content": "#0b6b45",
        "font-stack": "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif",
    },
    "dark_css_variables": {
        "color-brand-primary": "#6fd3a3",
        "color-brand-content": "#7fdcb0",
    },
}
pygments_style = "tango"
pygments_dark_style = "github-dark"

copybutton_exclude = ".linenos, .gp, .go"
copybutton_prompt_text = r"\$ |>>> |\.\.\. "
copybutton_prompt_is_regexp = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True

INVENTORIES = {
    "python": ("https://docs.python.org/3/", None),
    "django": (
        "https://docs.djangoproject.com/en/stable/",
        "https://docs.djangoproject.com/en/stable/_objects/",
    ),
}


def is_reachable(host: str) -> bool:
    try:
        socket.create_connection((host, 443), timeout=3).close()
    except OSError:
        return False
    return True


# Without a network the names of Python and Django are no links; names of this library must be.
intersphinx_mapping = (
    INVENTORIES if all(map(is_reachable, ("docs.python.org", "docs.djangoproject.com"))) else {}
)
nitpick_ignore_regex = [
    ("py:.*", r"(?!fastserializers).*"),
    # The types of private modules that public signatures name.
    ("py:.*", r"fastserializers\.(compiler|reading)\..*"),
]
