"""A profile as a picture. Importing this wants matplotlib, the extra `[plot]`."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from fastserializers.commands.profile.list_calls import Profile

FORMATS = (".png", ".svg", ".pdf")
COLOURS = {"drf": "#b5523b", "fast": "#2a7f62"}
PHASE_COLOURS = ("#4c6a92", "#b5523b", "#d9b44a")
LABELS = {"drf": "REST framework", "fast": "fast"}


def draw(file: str, title: str, profile: Profile) -> None:
    """Write the phases, and below them the fields, to a file in the format of its suffix."""
    names = sorted(profile.fields, key=lambda name: profile.fields[name].drf.seconds)
    figure = Figure(figsize=(9, 3 + 0.32 * len(names)), layout="constrained")
    figure.suptitle(title)
    upper, lower = figure.subplots(2, height_ratios=[2, max(1, 0.4 * len(names))])
    draw_phases(upper, profile)
    draw_fields(lower, names, profile)
    figure.savefig(file, dpi=150)


def draw_phases(axes: Any, profile: Profile) -> None:
    left = dict.fromkeys(LABELS, 0.0)
    for (name, times), colour in zip(profile.phases.items(), PHASE_COLOURS, strict=True):
        widths = {code: getattr(times, code).seconds * 1e3 for code in LABELS}
        axes.barh(
            list(LABELS.values()),
            list(widths.values()),
            left=list(left.values()),
            color=colour,
            label=name,
        )
        left = {code: left[code] + width for code, width in widths.items()}
    axes.invert_yaxis()
    axes.set_xlabel("ms for the whole list")
    axes.legend(ncols=len(PHASE_COLOURS), loc="lower center", bbox_to_anchor=(0.5, 1))


def draw_fields(axes: Any, names: list[str], profile: Profile) -> None:
    height = 0.4
    for offset, code in ((height / 2, "drf"), (-height / 2, "fast")):
        axes.barh(
            [position + offset for position in range(len(names))],
            [getattr(profile.fields[name], code).seconds * 1e3 for name in names],
            height,
            color=COLOURS[code],
            label=LABELS[code],
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("ms for each field alone")
    axes.legend(loc="lower right")
