"""A profile as a picture. Importing this wants matplotlib, the extra `[plot]`."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from fastserializers.commands.profile.list_calls import Costs, Profile

FORMATS = (".png", ".svg", ".pdf")
CODES = {"drf": ("REST framework", "#b5523b"), "fast": ("fast", "#2a7f62")}


def draw(file: str, title: str, profile: Profile) -> None:
    """Write bars of the phases, and below them of the fields, in the format of the suffix."""
    fields = dict(sorted(profile.fields.items(), key=lambda item: item[1].drf.seconds))
    figure = Figure(figsize=(9, 3 + 0.32 * len(fields)), layout="constrained")
    figure.suptitle(title)
    upper, lower = figure.subplots(2, height_ratios=[2, max(1, 0.4 * len(fields))])
    draw_bars(upper, dict(reversed(profile.phases.items())), "ms for the whole list")
    draw_bars(lower, fields, "ms for each field alone")
    figure.savefig(file, dpi=150)


def draw_bars(axes: Any, costs: dict[str, Costs], label: str) -> None:
    for place, (code, (name, colour)) in enumerate(CODES.items()):
        axes.barh(
            [position + 0.2 - 0.4 * place for position in range(len(costs))],
            [getattr(cost, code).seconds * 1e3 for cost in costs.values()],
            height=0.4,
            color=colour,
            label=name,
        )
    axes.set_yticks(range(len(costs)), list(costs))
    axes.set_xlabel(label)
    axes.legend(loc="lower right")
