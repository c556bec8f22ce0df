"""`make mutants`: change the rules in every small way there is, and see whether a test notices.

Without arguments everything is changed, with file names only these are; then `docs/mutants.md` is written
again, from all that is noted of the files as they are now.
"""

import os
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from tests.mutants.in_place import in_place, tried_in_place
from tests.mutants.making import ROOT, Mutant, mutants_of
from tests.mutants.noted import Noted
from tests.mutants.report import REASONS, Count, together, write
from tests.mutants.running import SURVIVED, outcomes
from tests.mutants.selection import Selection, prepare, told_by_a_process

RULES = ROOT / "scoring" / "rules"
LEFT_OUT = (RULES / "card_games" / "guides", RULES / "card_games" / "hand_tables")
"""What players read, tested as the text it is; and what a simulation counted, four million hands a file."""
WANTED = 90.0
GO_ON = bool(os.environ.get("GO_ON"))
"""Whether what was noticed before, in a file that is still the same, need not be tried again."""
PROCESSES = int(os.environ.get("PROCESSES", os.cpu_count() or 2))


def main(names: Sequence[str]) -> int:
    """Try every mutant of these files, or of all; what nobody noticed needs a reason."""
    started = time.monotonic()
    selection = prepare()
    refuse_what_notices_nothing(selection)
    noted = Noted.read()
    for file in map(Path.resolve, map(Path, names)) if names else rules_to_change():
        try_file(file, selection, noted)
    minutes = (time.monotonic() - started) / 60
    counts = [counted(file, noted) for file in rules_to_change()]
    everything = together(counts)
    print(f"{everything.total} mutants, {everything.share:.1f} % noticed, {minutes:.0f} minutes")
    write(counts, selection.left_out, minutes, names)
    unexplained = [mutant.key for mutant in everything.survivors if mutant.key not in REASONS]
    print("\n".join(f"no reason given: {key}" for key in unexplained))
    return int(everything.share < WANTED or bool(unexplained) or everything.untried > 0)


def counted(file: Path, noted: Noted) -> Count:
    """Return what is noted of the mutants of a file as it is now."""
    count = Count(str(file.relative_to(ROOT)))
    for mutant in mutants_of(file):
        count.add(mutant, noted.outcome(mutant))
    return count


def rules_to_change() -> list[Path]:
    """Return every module of the rules but prose and counted tables."""
    return [file for file in sorted(RULES.rglob("*.py")) if file.parent not in LEFT_OUT]


def refuse_what_notices_nothing(selection: Selection) -> None:
    """A file replaced by itself must pass, an empty or idle one must not, or no outcome means anything."""
    file = RULES / "strict_json.py"
    source = file.read_text(encoding="utf-8")
    idle = source.replace("return ", "return None and ")
    same, changed, empty = (
        Mutant(str(file.relative_to(ROOT)), "module", 1, "", "", text) for text in (source, idle, "")
    )
    in_both_ways = dict(tries(file, [same, changed, empty], selection))
    anew = dict(outcomes([same, changed], selection.groups_for, PROCESSES))
    passed = [in_both_ways[mutant] == SURVIVED for mutant in (same, changed, empty)]
    passed += [anew[mutant] == SURVIVED for mutant in (same, changed)]
    if not in_place(changed, source, selection.imported) or passed != [True, False, False, True, False]:
        sys.exit("The tests do not tell a changed file from an unchanged one.")


def try_file(file: Path, selection: Selection, noted: Noted) -> Count:
    """Try the mutants of one file and say what came of them."""
    started = time.monotonic()
    count = Count(str(file.relative_to(ROOT)))
    mutants = list(mutants_of(file))
    known = {mutant: noted.outcome(mutant) for mutant in mutants if GO_ON}
    known = {mutant: outcome for mutant, outcome in known.items() if outcome not in ("", SURVIVED)}
    tried = tries(file, [mutant for mutant in mutants if mutant not in known], selection)
    for mutant, outcome in chain(known.items(), tried):
        noted.note(mutant, outcome)
        count.add(mutant, outcome)
        if outcome == SURVIVED:
            told = "" if mutant.key in REASONS else "\n    no reason given"
            print(
                f"  {mutant.path}:{mutant.line} {mutant.inside}\n    - {mutant.old}\n    + {mutant.new}{told}"
            )
    if count.total:
        seconds = time.monotonic() - started
        noted.write()
        print(f"{count.path}: {dict(count.outcomes)}, {count.share:.1f} %, {seconds:.0f} s", flush=True)
    return count


def tries(file: Path, mutants: Sequence[Mutant], selection: Selection) -> Iterator[tuple[Mutant, str]]:
    """Try mutants of one file: in place where that is the same, otherwise each imported anew."""
    original = file.read_text(encoding="utf-8")
    quick = [mutant for mutant in mutants if in_place(mutant, original, selection.imported)]
    if quick:
        groups_for = selection.groups_for
        yield from zip(
            quick, told_by_a_process(lambda: tried_in_place(quick, groups_for, PROCESSES)), strict=True
        )
    taken = set(map(id, quick))
    rest = (mutant for mutant in mutants if id(mutant) not in taken)
    yield from outcomes(rest, selection.groups_for, PROCESSES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
