"""Management command `check_rounds`: check the rounds in files against the rules of their format."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.format_parts import rounds_file
from tournaments.competition.format_parts.round_checks import RoundVerdict, verdicts
from tournaments.competition.format_parts.rounds_file import RoundInFile, read_rounds


class Command(BaseCommand):
    """`check_rounds FILE ...`: print one verdict per round.

    The exit status is 1 if a violation was avoidable or a file could not be read.
    """

    help = "Check the rounds in files written by `export_rounds`, and print one verdict per round."
    requires_system_checks = ()

    def create_parser(self, *names: str, **more: Any) -> Any:
        """Add the description of the file format to the help."""
        more |= {"epilog": rounds_file.__doc__, "formatter_class": RawDescriptionHelpFormatter}
        return super().create_parser(*names, **more)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the files to check."""
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Check every file, even if an earlier file is unreadable."""
        good = [self._check(path) for path in options["files"]]
        if not all(good):
            raise SystemExit(1)

    def _check(self, path: Path) -> bool:
        try:
            rounds = read_rounds(json.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            self.stderr.write(f"{path}: cannot be read ({error.strerror}). Look at the name of the file.")
            return False
        except ValueError:
            self.stderr.write(f"{path}: is not written in JSON. `export_rounds` writes such files.")
            return False
        except RuleError as wrong:
            self.stderr.write(
                "\n".join(f"{path}{each.where}: {say(each.message)}" for each in wrong.problems)
            )
            return False
        good = [self._print_verdicts(path, paired) for paired in rounds]
        return all(good)

    def _print_verdicts(self, path: Path, paired: RoundInFile) -> bool:
        faults = verdicts(paired)
        words = "; ".join(map(_words, faults)) or "nothing wrong"
        if not paired.form.promises(paired.stage.options, paired.stage.sides):
            words = "who plays is decided by who won; `verify` looks at that"
        self.stdout.write(f"{path} round {paired.number}: {words}")
        return not any(each.helped for each in faults)


def _words(verdict: RoundVerdict) -> str:
    breach = verdict.breach
    helped = "" if verdict.helped else " (it could not be helped)"
    return f"{breach.code} {' '.join(breach.entrants)}: {say(breach.sentence)}{helped}"
