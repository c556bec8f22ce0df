"""The messages of the command `verify` about rows that were damaged while the triggers were disabled."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from scoring import facts
from scoring.sheet.services.log import Author
from tests.builders import drawn_tournament, match_of, play_match, play_out
from tournaments.draws.selectors.verify import seal_of, verify_tournament
from tournaments.lifecycle.services.journal import note_move
from tournaments.matches.services.results import award_walkover
from tournaments.models import Draw, Match, Outcome, Slot, Stage, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of eight pairs in which two matches are over and a third is a walkover."""
    tournament = drawn_tournament(8)
    for label in ("R1.1", "R1.2"):
        play_match(match_of(tournament, label))
    author = Author(tournament.owner_id)
    award_walkover(match_of(tournament, "R1.3").pk, 0, "assenti", author=author, at=timezone.now())
    return tournament


def past_the_guards(damage: Callable[[Tournament], object], tournament: Tournament) -> None:
    facts.drop(connection)
    damage(tournament)
    facts.install(connection)


def delete_outcome(_tournament: Tournament) -> object:
    return Outcome.objects.filter(match__label="R1.1").delete()


def empty_lines(_tournament: Tournament) -> object:
    return Draw.objects.update(lines=[])


def one_line_less(_tournament: Tournament) -> object:
    draw = Draw.objects.get()
    return Draw.objects.update(lines=draw.lines[1:])


def lines_of_nothing(_tournament: Tournament) -> object:
    return Draw.objects.update(lines={"a": None})


def delete_draw(_tournament: Tournament) -> object:
    return Draw.objects.all().delete()


def no_such_winner(_tournament: Tournament) -> object:
    return Outcome.objects.filter(match__label="R1.1").update(winner=7)


def no_such_kind(_tournament: Tournament) -> object:
    return Outcome.objects.filter(match__label="R1.1").update(kind="beaten")


def another_state(tournament: Tournament) -> object:
    return Match.objects.filter(label="R1.4").update(state="playing")


def signed_without_a_result(tournament: Tournament) -> object:
    return Match.objects.filter(label="R1.4").update(state="signed")


def over_too_early(tournament: Tournament) -> object:
    return Stage.objects.update(state="over")


def delete_match(tournament: Tournament) -> object:
    Slot.objects.filter(source_match__label="R1.4").update(source_match=None)
    return Match.objects.filter(label="R1.4").delete()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (delete_outcome, "stage 1: outcome 1 is missing"),
        (empty_lines, "stage 1: the draw has other lines than those who were in it"),
        (one_line_less, "stage 1: the draw has other lines than those who were in it"),
        (lines_of_nothing, "stage 1: the draw has other lines than those who were in it"),
        (delete_draw, "stage 1 is drawn, but its draw is missing"),
        (no_such_winner, "stage 1 cannot be folded from its facts"),
        (no_such_kind, "stage 1 cannot be folded from its facts"),
        (another_state, "R1.4: is playing, but folds into ready"),
        (signed_without_a_result, "R1.4: is signed, but folds into ready"),
        (over_too_early, "stage 1 is over, but R1.4, R2.1, R2.2 can still be played"),
        (delete_match, "R1.4: the match is missing"),
    ],
    ids=lambda each: each.__name__ if callable(each) else "",
)
def test_verify_command_reports_each_kind_of_damaged_data(
    tournament: Tournament, damage: Callable[[Tournament], object], sentence: str
) -> None:
    assert verify_tournament(tournament).faults == []
    past_the_guards(damage, tournament)
    errors, out = StringIO(), StringIO()
    with pytest.raises(CommandError, match=r"differences in"):
        call_command("verify", tournament.slug, stdout=out, stderr=errors)
    assert sentence in errors.getvalue()
    assert "Traceback" not in errors.getvalue()


def test_full_digest_depends_on_reasons_and_the_journal_and_the_default_digest_does_not(
    tournament: Tournament,
) -> None:
    play_out(tournament)
    digest, seal = verify_tournament(tournament).digest, seal_of(tournament)
    assert seal == seal_of(tournament)
    past_the_guards(lambda _each: Outcome.objects.filter(kind="walkover").update(reason="altro"), tournament)
    assert verify_tournament(tournament).digest == digest
    changed = seal_of(tournament)
    assert changed != seal
    note_move(tournament.pk, "renamed", author=Author(tournament.owner_id), at=timezone.now())
    assert seal_of(tournament) != changed
    out = StringIO()
    call_command("verify", tournament.slug, seal=True, stdout=out)
    assert out.getvalue().split() == [digest, seal_of(tournament)]
