"""What came of the mutants that were tried before, kept in `var/mutants.json`."""

import hashlib
import json

from tests.mutants.making import ROOT, Mutant

FILE = ROOT / "var" / "mutants.json"


class Noted:
    """Outcomes by the mutant's whole file: when anything in a file changes, all of it is tried again."""

    def __init__(self, outcomes: dict[str, str]) -> None:
        self.outcomes = outcomes

    @classmethod
    def read(cls) -> "Noted":
        """Read what was noted, if anything was."""
        return cls(json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {})

    def write(self) -> None:
        """Keep it for the next time."""
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(json.dumps(self.outcomes), encoding="utf-8")

    def outcome(self, mutant: Mutant) -> str:
        """Return what came of a mutant, or nothing if it is new."""
        return self.outcomes.get(named(mutant), "")

    def note(self, mutant: Mutant, outcome: str) -> None:
        """Note what came of a mutant."""
        self.outcomes[named(mutant)] = outcome


def named(mutant: Mutant) -> str:
    """A short name of a mutant's path and source."""
    return hashlib.sha256(f"{mutant.path}\n{mutant.source}".encode()).hexdigest()[:20]
