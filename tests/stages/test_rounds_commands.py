"""Tests of the commands `export_rounds` and `check_rounds`."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, first_stage, match_of, play_match, play_out
from tournaments.competition.formats import FORMATS
from tournaments.corrections.services import Correction, correct_match
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Tournament
from tournaments.queue import runner
from tournaments.stages.selectors.rounds import rounds_file
from tournaments.stages.services import next_round

pytestmark = pytest.mark.django_db


def check(*paths: Path) -> tuple[list[str], str, int]:
    """Run `check_rounds`; return a line for each round, the errors of invalid files, and the exit code."""
    out, errors, code = io.StringIO(), io.StringIO(), 0
    try:
        call_command("check_rounds", *map(str, paths), stdout=out, stderr=errors)
    except SystemExit as ending:
        code = int(str(ending.code))
    return out.getvalue().splitlines(), errors.getvalue(), code


def another_round(tournament: Tournament) -> None:
    next_round(first_stage(tournament), author=Author(tournament.owner_id), at=timezone.now())
    runner.drain()


def a_swiss(teams: int = 7) -> Tournament:
    """Return a tournament of three Swiss rounds with a correction and a withdrawal before the third."""
    tournament = drawn_tournament(teams, form="swiss", options={"rounds": 3})
    author = Author(tournament.owner_id)
    play_out(tournament)
    another_round(tournament)
    play_out(tournament)
    walkover = Correction(outcome="walkover", winner=1)
    correct_match(match_of(tournament).pk, walkover, "assenti", author=author, at=timezone.now())
    team = tournament.teams.order_by("number")[4]
    leave_stage(team, "withdrawal", "malato", author=author, at=timezone.now())
    runner.drain()
    another_round(tournament)
    return tournament


def test_swiss_stage_with_a_correction_and_a_withdrawal_is_exported_and_checked(tmp_path: Path) -> None:
    tournament, out = a_swiss(), io.StringIO()
    call_command("export_rounds", tournament.slug, "--folder", str(tmp_path), stdout=out)
    path = tmp_path / f"{tournament.slug}-1.json"
    assert out.getvalue().split() == [str(path)]
    document = json.loads(path.read_text())
    assert document["entrants"] == [str(number) for number in range(1, 8)]
    assert document["rounds"][2]["gone"] == ["5"]
    assert document["rounds"][2]["corrected"] == [
        {"round": 1, "table": 1, "result": {"outcome": "walkover", "winner": 1}}
    ]
    lines, _errors, code = check(path)
    assert (len(lines), code) == (3, 0)
    assert lines[0] == f"{path} round 1: nothing wrong"


def test_check_reports_a_deliberate_rematch_in_an_exported_file(tmp_path: Path) -> None:
    document = rounds_file(first_stage(a_swiss()))
    assert document
    document["rounds"][2]["pairings"] = document["rounds"][1]["pairings"]
    path = tmp_path / "again.json"
    path.write_text(json.dumps(document))
    lines, _errors, code = check(path)
    assert code == 1
    assert "rematch " in lines[2]
    assert "They have met before." in lines[2]


@pytest.mark.parametrize(
    "form",
    [key for key, form in FORMATS.items() if not form.bracket and form.partners == 1 and 2 in form.sides],
)
def test_every_format_for_two_sides_is_exported_and_checked_without_errors(form: str, tmp_path: Path) -> None:
    tournament = drawn_tournament(6, form=form)
    play_match(match_of(tournament, "A1.1" if form == "groups" else "R1.1"))
    path = tmp_path / "rounds.json"
    path.write_text(json.dumps(rounds_file(first_stage(tournament))))
    lines, errors, code = check(path)
    assert (code, errors) == (0, "")
    assert lines


def test_export_of_a_bracket_has_no_rounds(tmp_path: Path) -> None:
    tournament, errors = drawn_tournament(4), io.StringIO()
    call_command("export_rounds", tournament.slug, "--folder", str(tmp_path), stderr=errors)
    assert "bracket" in errors.getvalue()
    with pytest.raises(CommandError, match="no tournament"):
        call_command("export_rounds", "nessuno")


def test_check_of_an_invalid_file_reports_how_to_correct_the_file(tmp_path: Path) -> None:
    no_json, no_rounds = tmp_path / "a.json", tmp_path / "b.json"
    no_json.write_text("ciao")
    no_rounds.write_text("{}")
    lines, errors, code = check(no_json, no_rounds, tmp_path / "c.json")
    assert (lines, code) == ([], 1)
    assert "is not written in JSON" in errors
    assert "/format: Write a text in quotes here." in errors
    assert "cannot be read" in errors


def test_help_of_check_rounds_describes_the_file_format(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        call_command("check_rounds", "--help")
    assert "`pairings` (lists of entrants; a single entrant has a bye)" in capsys.readouterr().out
