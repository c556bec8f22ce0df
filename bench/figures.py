"""The results of a benchmark: measured values, which may have a baseline ("floor") and a goal.

A benchmark may also return a plain dictionary of labels and values, which is printed and stored unchanged.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

Answer = Mapping[str, object] | Iterable["Figure"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """One measured value; its name includes the unit."""

    name: str
    product: float
    # The cost of the same work without the code of Trionfo, measured in the same run.
    floor: float | None = None
    # The maximum of the ratio, or of the product if there is no floor.
    goal: float | None = None

    @property
    def ratio(self) -> float | None:
        """The measured value divided by the baseline; None if there is no baseline."""
        return self.product / self.floor if self.floor else None

    @property
    def met(self) -> bool | None:
        """True if the result is at most the goal; None if there is no goal.

        The result is the ratio to the baseline, or the measured value if there is no baseline.
        """
        if self.goal is None:
            return None
        return (self.ratio if self.ratio is not None else self.product) <= self.goal


def rows_of(answer: Answer) -> list[Row]:
    """Return the results of a benchmark as rows to print and to store; values that are None are omitted."""
    if isinstance(answer, Mapping):
        return [{"name": label, "product": value} for label, value in answer.items()]
    rows = [asdict(figure) | {"ratio": figure.ratio, "met": figure.met} for figure in answer]
    return [{key: _rounded(value) for key, value in row.items() if value is not None} for row in rows]


def line_of(row: Row) -> str:
    """Return a row of results as a line of text."""
    line = f"{row['name']:64} {row['product']!s:>10}"
    for key in ("floor", "ratio", "goal"):
        line += f"  {key} {row[key]!s:>8}" if key in row else ""
    return line + ("  " + ("met" if row["met"] else "NOT MET") if "met" in row else "")


def with_run(history: str, run: Row, most: int = 20) -> str:
    """Return the history of benchmark runs as JSON, with `run` added; only the last `most` runs are kept."""
    runs = json.loads(history or "[]")
    # An old history is a dictionary with one run.
    runs = [*(runs if isinstance(runs, list) else []), run][-most:]
    return "[\n" + ",\n".join(_text_of(each) for each in runs) + "\n]\n"


def _text_of(run: Row) -> str:
    of_each = (f'  "{name}": [\n{_lines(rows)}\n  ]' for name, rows in run["figures"].items())
    head = "".join(f' "{key}": {json.dumps(run[key])},\n' for key in run if key != "figures")
    return "{\n" + head + ' "figures": {\n' + ",\n".join(of_each) + "\n }\n}"


def _lines(rows: list[Row]) -> str:
    return ",\n".join("   " + json.dumps(row, ensure_ascii=False) for row in rows)


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) and value < 10_000 else value
