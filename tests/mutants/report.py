"""What `make mutants` writes down: the score of every file, and why each survivor was let live."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.making import ROOT, Mutant
from tests.mutants.running import SURVIVED

REASONS: dict[str, str] = {
    mutant: reason
    for reason, mutants in json.loads(
        Path(__file__).with_name("reasons.json").read_text(encoding="utf-8")
    ).items()
    for mutant in mutants
}
"""Why nobody can or need notice a mutant, by the mutant's key; the file has the mutants by reason."""
PAGE = ROOT / "docs" / "mutants.md"
HEAD = """# Mutants of the rules

Written by `make mutants`, which makes one small change after another in `scoring/rules` and runs the
rules' tests against each: a change that no test notices has survived.

- The changes are those of mutmut's operators, made everywhere: in functions, in cached and decorated
  ones, in tables and defaults. mutmut's own runner is not used: it changes only the bodies of plain
  functions, and in a process that has already imported the rules, so that a field or table that is made
  on import, or a total that is kept in a cache, would never be changed.
- Every mutant runs in a process of its own, against the tests that call the function it stands in. Where
  only functions differ that the import does not call, the process is forked after the import and they get
  their new code there, every cache emptied; any other mutant is imported anew, against the tests that call
  the module, those in a file named after it and those that go over every card game. Properties are tried
  on a few examples, always the same. First the run sees that an unchanged file passes and a changed one
  does not, both ways.
- Left out by rule, never one by one (`tests/mutants/making.py`): texts marked with `_` or `ngettext`, for
  no rule depends on their wording; docstrings; what only the type checker reads (annotations, aliases,
  `__all__`); `card_games/guides/`, the prose for players; `card_games/hand_tables/`, figures that a
  simulation counted. A word is changed once and not in capitals as well, and only a named argument is
  taken away, since a call without one of the others just fails.
- `GO_ON=1 make mutants` tries only what is new or was not noticed before (`var/mutants.json`): what one
  test has noticed, more tests notice too.
- A mutant that hangs counts as noticed.
"""


@dataclass
class Count:
    """What came of the mutants of one file."""

    path: str
    outcomes: Counter[str] = field(default_factory=Counter)
    survivors: list[Mutant] = field(default_factory=list)
    untried: int = 0

    def add(self, mutant: Mutant, outcome: str) -> None:
        """Count one mutant; it was not tried if there is no outcome."""
        if not outcome:
            self.untried += 1
            return
        self.outcomes[outcome] += 1
        if outcome == SURVIVED:
            self.survivors.append(mutant)

    @property
    def total(self) -> int:
        """How many mutants were tried."""
        return sum(self.outcomes.values())

    @property
    def share(self) -> float:
        """How many of a hundred were noticed."""
        return 100 - 100 * len(self.survivors) / max(1, self.total)


def together(counts: Sequence[Count]) -> Count:
    """Add up what came of all files."""
    return Count(
        "all",
        sum((count.outcomes for count in counts), Counter()),
        [mutant for count in counts for mutant in count.survivors],
        sum(count.untried for count in counts),
    )


def write(counts: Sequence[Count], left_out: Sequence[str], minutes: float, names: Sequence[str]) -> None:
    """Write the page."""
    everything = together(counts)
    rows = [
        f"| {row.path} | {row.total} | {len(row.survivors)} | {_share(row)} | {row.untried or ''} |"
        for row in (*counts, everything)
        if row.total or row.untried
    ]
    tried = "some files" if names else "all files"
    parts = [
        HEAD,
        "| File | Mutants | Unnoticed | Score | Not tried |\n| --- | ---: | ---: | ---: | ---: |\n"
        + "\n".join(rows),
        f"The last run was over {tried} and took {minutes:.0f} minutes." + _slow(left_out),
        "## Unnoticed, and why\n\n" + "\n\n".join(_reasoned(everything.survivors)),
    ]
    PAGE.write_text("\n\n".join(part.strip() for part in parts) + "\n", encoding="utf-8")


def _share(row: Count) -> str:
    return f"{row.share:.1f} %" if row.total else "–"


def _slow(left_out: Sequence[str]) -> str:
    named = "".join(f"\n- {test.partition('rules/')[2]}" for test in left_out)
    return f" Tests that need more than 0.15 seconds were left out:\n{named}" if left_out else ""


def _reasoned(survivors: Sequence[Mutant]) -> list[str]:
    """The survivors under the reason they share."""
    reasons: dict[str, list[str]] = {}
    for mutant in survivors:
        reason = REASONS.get(mutant.key, "No reason given.")
        reasons.setdefault(reason, []).append(
            f"- {mutant.path}, {mutant.inside}: `{mutant.old}` → `{mutant.new}`"
        )
    return [f"**{reason}**\n\n" + "\n".join(lines) for reason, lines in sorted(reasons.items())]
