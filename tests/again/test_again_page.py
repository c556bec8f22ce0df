"""Pages that repeat a tournament, save it as a template or delete it; the label on pages of a trial."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, drawn_tournament
from tests.forms import filled, seating
from tournaments.club.services.deletion import mark_deleted
from tournaments.entries.services.withdrawals import leave_stage
from tournaments.models import Stage, Tournament, TournamentModel

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def page(desk: Client, tournament: Tournament, name: str) -> Any:
    return desk.get(f"/regia/{tournament.slug}/{name}/")


def test_form_proposes_the_next_name_and_selects_all_teams_that_did_not_withdraw(desk: Client) -> None:
    source = drawn_tournament(4, name="Torneo d’inverno 2")
    team = source.teams.all()[1]
    leave_stage(team, "withdrawal", "raffreddore", author=Author(source.owner_id), at=timezone.now())
    form = page(desk, source, "di-nuovo").context["form"]
    assert form.initial["name"] == "Torneo d’inverno 3"
    assert [box["ticked"] for box in form.boxes()] == [True, False, True, True]


@pytest.mark.parametrize(("card_game", "words"), [("mariglia", "andata via"), ("manni", "andato via")])
def test_form_marks_each_pair_or_player_that_withdrew(desk: Client, card_game: str, words: str) -> None:
    source = a_tournament(teams=6, card_game=card_game, form=seating(2 + (card_game == "manni")))
    source.teams.filter(number=2).update(presence="absent")
    assert f"{words} prima della fine" in page(desk, source, "di-nuovo").content.decode()


def test_form_submitted_twice_creates_one_tournament(desk: Client) -> None:
    source = a_tournament(teams=3)
    form = page(desk, source, "di-nuovo").context["form"]
    sent = {"name": "Ancora", "key": form["key"].value(), "teams": form.initial["teams"][:2]}
    for _press in range(2):
        answer = desk.post(f"/regia/{source.slug}/di-nuovo/", sent)
        assert answer.status_code == 302
    tournament = Tournament.objects.get(name="Ancora")
    assert tournament.teams.count() == 2
    assert answer.headers["Location"] == f"/regia/{tournament.slug}/iscrizioni/"


def test_form_submitted_with_another_name_creates_another_tournament(desk: Client) -> None:
    source = a_tournament(teams=3)
    sent = {"name": "Ancora", "key": page(desk, source, "di-nuovo").context["form"]["key"].value()}
    for name in ("Ancora", "Un altro", "Ancora"):
        assert desk.post(f"/regia/{source.slug}/di-nuovo/", {**sent, "name": name}).status_code == 302
    assert Tournament.objects.count() == 3


def test_template_form_submitted_twice_creates_one_tournament(desk: Client) -> None:
    desk.post(f"/regia/{a_tournament().slug}/modello/", {"name": "Solita"})
    where = f"/regia/modelli/{TournamentModel.objects.get().pk}/"
    sent = filled(desk.get(where).context["form"])
    for name in ("Sabato 1", "Sabato 1", "Sabato 2"):
        assert desk.post(where, {**sent, "name": name}).status_code == 302
    assert Tournament.objects.filter(name__startswith="Sabato").count() == 2


def test_team_of_another_tournament_is_refused(desk: Client) -> None:
    source, other = a_tournament(teams=2), a_tournament(name="Altro")
    sent = {"name": "Ancora", "teams": [str(source.teams.all()[0].pk)]}
    assert desk.post(f"/regia/{other.slug}/di-nuovo/", sent).status_code == 400


def test_repeat_form_of_a_tournament_being_deleted_shows_an_error(desk: Client) -> None:
    source = a_tournament()
    mark_deleted(source, author=Author(source.owner_id), at=timezone.now())
    answer = desk.post(f"/regia/{source.slug}/di-nuovo/", {"name": "Ancora"})
    assert answer.status_code == 409
    assert answer.context["form"].non_field_errors()


def test_tournament_template_is_saved_used_and_deleted(desk: Client) -> None:
    source = a_tournament(form="groups", options={"groups": 2, "advance": 1}, teams=6, tables=3)
    answer = desk.post(f"/regia/{source.slug}/modello/", {"name": "Serata del sabato"})
    assert answer.status_code == 302
    model = TournamentModel.objects.get()
    for address in ("/regia/", "/regia/nuovo/"):
        assert "Serata del sabato" in desk.get(address).content.decode()
    desk.post(f"/regia/modelli/{model.pk}/", {"name": "Sabato 1"})
    tournament = Tournament.objects.get(name="Sabato 1")
    assert (tournament.teams.count(), tournament.tables) == (0, 3)
    stages = Stage.objects.filter(tournament__in=[tournament, source])
    assert len({str(stage.options) for stage in stages}) == 1
    assert desk.post(f"/regia/modelli/{model.pk}/", {"act": "delete"}).status_code == 302
    assert not TournamentModel.objects.exists()
    assert Tournament.objects.filter(pk=tournament.pk).exists()


def test_template_saved_with_an_existing_name_replaces_the_existing_template(desk: Client) -> None:
    for tables in (2, 5):
        source = a_tournament(tables=tables, name=f"Torneo {tables}")
        desk.post(f"/regia/{source.slug}/modello/", {"name": "Solita"})
    assert TournamentModel.objects.get().settings["tables"] == 5


def test_deletion_page_lists_the_data_to_be_deleted(desk: Client) -> None:
    tournament = a_tournament(teams=3)
    assert "3" in page(desk, tournament, "elimina").content.decode()
    assert desk.post(f"/regia/{tournament.slug}/elimina/").headers["Location"] == "/regia/"
    assert not Tournament.objects.exists()


def test_tournament_cannot_be_deleted_after_the_draw(desk: Client) -> None:
    tournament = drawn_tournament(4)
    answer = page(desk, tournament, "elimina")
    assert not answer.context["deletable"]
    desk.post(f"/regia/{tournament.slug}/elimina/")
    assert Tournament.objects.exists()


def test_trial_tournament_is_marked_on_every_page(desk: Client) -> None:
    trial = drawn_tournament(4, trial=True)
    for address in (f"/{trial.slug}/", f"/{trial.slug}/coppie/", f"/regia/{trial.slug}/", "/regia/"):
        answer = desk.get(address, follow=True)
        assert answer.status_code == 200
        assert "chip warn" in answer.content.decode(), address
