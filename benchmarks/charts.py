"""Charts as SVG, the same file for the same figures."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from benchmarks.tables import Bars, Lines, figure

CHARTS = Path(__file__).with_name("charts")

OUR_NAMES = ("FastReadOnly", "django-fastserializers")
OURS, OTHERS = "#3a6ea5", "#b8b8b8"
STYLE = {
    "svg.hashsalt": "benchmarks",
    # Text stays text: smaller than outlines, and in the reader's own font.
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": mpl.cycler(color=["#b3403a", OURS, "#5b8c3a", "#8a6d3b", "#6a4c93"]),
}


def draw(chart: Lines | Bars) -> None:
    with mpl.rc_context(STYLE):
        height = 2.8 if isinstance(chart, Lines) else 0.6 + 0.28 * len(chart.lengths)
        drawing = Figure(figsize=(6, height), layout="constrained")
        axes = drawing.add_subplot()
        if isinstance(chart, Lines):
            draw_lines(axes, chart)
        else:
            draw_bars(axes, chart)
        CHARTS.mkdir(exist_ok=True)
        drawing.savefig(CHARTS / f"{chart.file}.svg", metadata={"Date": None, "Creator": None})


def draw_lines(axes: Axes, chart: Lines) -> None:
    for name, points in chart.points.items():
        axes.loglog(*zip(*points, strict=True), marker="o", markersize=3, label=name)
    axes.set(xlabel=chart.x, ylabel=chart.y)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=decade_parts(*axis.get_data_interval())))
        axis.set_major_formatter(lambda value, _: f"{value:,.10g}")
        axis.set_minor_locator(NullLocator())
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)


def decade_parts(least: float, most: float) -> tuple[float, ...]:
    """Return what to mark of each power of ten: more of it on a short axis."""
    return (1, 2, 5) if most / least < 1_000 else (1,)


def draw_bars(axes: Axes, chart: Bars) -> None:
    names = list(chart.lengths)
    colors = [OURS if name.startswith(OUR_NAMES) else OTHERS for name in names]
    bars = axes.barh(names, [chart.lengths[name] for name in names], color=colors)
    axes.bar_label(bars, [figure(length) for length in chart.lengths.values()], padding=3)
    axes.invert_yaxis()
    axes.set(xlabel=chart.x)
