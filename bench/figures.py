"""What a benchmark answers with: figures, each beside its floor and its goal.

A benchmark that still answers with a plain dictionary, label and value, is printed and written as it is.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

Answer = Mapping[str, object] | Iterable["Figure"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One thing measured; its name says in what unit."""

    name: str
    product: float
    floor: float | None = None
    """What the work costs with nothing of ours in it, measured in the same run."""
    goal: float | None = None
    """The most that the ratio may be, or the product where there is no floor."""

    @property
    def ratio(self) -> float | None:
        """How many times the floor the product is."""
        return self.product / self.floor if self.floor else None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        if self.goal is None:
            return None
        return (self.ratio if self.ratio is not None else self.product) <= self.goal


def rows_of(answer: Answer) -> list[Row]:
    """Return the rows of a benchmark's answer, for paper and file alike; what does not apply is left out."""
    if isinstance(answer, Mapping):
        return [{"name": label, "product": value} for label, value in answer.items()]
    rows = [asdict(figure) | {"ratio": figure.ratio, "met": figure.met} for figure in answer]
    return [{key: _rounded(value) for key, value in row.items() if value is not None} for row in rows]


def line_of(row: Row) -> str:
    """Return a row as it is printed."""
    line = f"{row['name']:64} {row['product']!s:>10}"
    for key in ("floor", "ratio", "goal"):
        line += f"  {key} {row[key]!s:>8}" if key in row else ""
    return line + ("  " + ("met" if row["met"] else "NOT MET") if "met" in row else "")


def with_run(history: str, run: Row, most: int = 20) -> str:
    """Return the text of the history with one run more at its end, a figure a line; the oldest fall out."""
    runs = json.loads(history or "[]")
    runs = [*(runs if isinstance(runs, list) else []), run][-most:]  # one run was a dictionary once
    return "[\n" + ",\n".join(_text_of(each) for each in runs) + "\n]\n"


def _text_of(run: Row) -> str:
    of_each = (f'  "{name}": [\n{_lines(rows)}\n  ]' for name, rows in run["figures"].items())
    head = "".join(f' "{key}": {json.dumps(run[key])},\n' for key in run if key != "figures")
    return "{\n" + head + ' "figures": {\n' + ",\n".join(of_each) + "\n }\n}"


def _lines(rows: list[Row]) -> str:
    return ",\n".join("   " + json.dumps(row, ensure_ascii=False) for row in rows)


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) and value < 10_000 else value
