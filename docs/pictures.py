"""Draws what commands print on the bookshop: `make pictures` writes docs/images."""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
MANAGE = ROOT / "example_project" / "manage.py"
COLUMNS = 100
# Of each command, as many lines as a picture can show.
LINES = 22


def main() -> None:
    with TemporaryDirectory() as folder:
        shop = f"sqlite:///{folder}/shop.sqlite3"
        run(shop, "migrate", "--verbosity=0", "--skip-checks")
        run(shop, "loadshop", "--skip-checks", "--books=1000", "--users=1000")
        for name in ("list", "compare"):
            command = ("fastserializers", name)
            printed = run(shop, *command).splitlines()
            (IMAGES / f"{name}.svg").write_text(terminal(" ".join(command), printed[:LINES]))


def run(database: str, *arguments: str) -> str:
    environment = os.environ | {
        "DATABASE_URL": database,
        "COLUMNS": str(COLUMNS),
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "example_project")]),
    }
    command = [sys.executable, str(MANAGE), *arguments]
    return subprocess.run(  # noqa: S603
        command, env=environment, cwd=MANAGE.parent, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def terminal(command: str, lines: list[str]) -> str:
    """Return the picture of a terminal, as SVG."""
    shown = [f"$ python manage.py {command}", *lines]
    width, height = 40 + 8 * max(map(len, shown)), 40 + 19 * len(shown)
    texts = "\n".join(
        f'<text x="20" y="{34 + 19 * row}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(shown)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="#1d2b26"/>\n'
        f'<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" '
        f'fill="#e3efe9">\n{texts}\n</g>\n</svg>\n'
    )


if __name__ == "__main__":
    main()
