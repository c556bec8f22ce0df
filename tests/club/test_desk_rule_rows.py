"""Tests of the rules page: sentences under headings, rows saved one by one, and rules fixed by the draw."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from scoring.game_parts.card_game import CardGame
from scoring.games import CARD_GAMES
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, an_organiser, drawn_tournament, first_stage
from tests.forms import seating
from tests.markup import one_line
from tournaments.club.desk.rules import RulesForm
from tournaments.competition.formats import FORMATS
from tournaments.house_rules.desk.rule_rows import RuleRow, row_names, rule_rows
from tournaments.house_rules.services import HouseSetup, save_house_rules
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(an_organiser())
    return client


def page(desk: Client, tournament: Tournament, **sent: str) -> Any:
    where = reverse("desk_rules", args=[tournament.slug])
    return desk.post(where, sent) if sent else desk.get(where)


def rows_of(answer: Any) -> dict[str, RuleRow]:
    return {row.key: row for section in answer.context["sections"] for row in section.rows}


def text(row: RuleRow) -> str:
    return re.sub("<[^>]+>", "", row.sentence)


def test_rules_are_listed_under_headings(desk: Client) -> None:
    sections = page(desk, a_tournament()).context["sections"]
    assert [section.heading for section in sections] == [
        "La serata", "Come si gioca", "Al tavolo", "Formula", "Tempo", "Assenze e ritiri", "Risultati",
        "Pagine pubbliche",
    ]  # fmt: skip


SENTENCES = [
    ("preset", "Due partite ai 35, bella ai 45."),
    ("format", "Svizzero: ogni turno incontri chi ha i tuoi punti; nessuno esce."),
    ("stages", "Una fase sola."),
    ("stage_rounds", "Numero di turni: automatico."),
    ("stage_substitutes", "Una sostituzione per squadra, fino alla fine."),
    ("stage_advance", "Passano alla fase seguente: tutte."),
    ("time_unfinished", "Allo scadere del tempo: vince chi è avanti."),
    ("grace", "Chi è chiamato ha 15 minuti, poi si propone la vittoria a tavolino."),
    ("correction", "Provvisori per 30 minuti dopo l’ultimo, poi la classifica è ufficiale."),
    ("worth", "Punti per l’incontro: vittoria 1, pari 0,5, sconfitta 0, riposo 1."),
    ("corrections", "Un risultato sbagliato cambia il turno dopo solo se non è ancora abbinato."),
]


def test_each_rule_is_shown_as_one_sentence(desk: Client) -> None:
    rows = rows_of(page(desk, a_tournament(form="swiss")))
    assert [(key, text(rows[key])) for key, _sentence in SENTENCES] == SENTENCES


def test_proper_names_keep_their_capital_letter_in_english_sentences_about_rules() -> None:
    stage = first_stage(a_tournament(form="round_robin"))
    with override("en"):
        sentences = {row.key: text(row) for row in rule_rows(RulesForm(stage))}
    assert (
        sentences["pack"]
        == "Pack: French; all cards covered; Jack above Queen (Neapolitan: Horse above Maid)."
    )
    assert sentences["stage_legs"] == "Times everybody meets: 1; order of the rounds: Berger tables."


CHANGED = [
    pytest.param(
        "stage_substitutes", {"stage_substitutes": "0"}, "Nessuna sostituzione.", id="no substitutes"
    ),
    pytest.param(
        "stage_substitutes",
        {"stage_substitutes": "2", "stage_substitutes_until": "3"},
        "2 sostituzioni per squadra, fino al 3º turno.",
        id="two substitutes",
    ),
    pytest.param("preset", {"preset": "own", "targets": "40"}, "Traguardi delle partite: 40.", id="targets"),
    pytest.param(
        "corrections",
        {"unpaired": "stays", "published_winner": "decide"},
        "Dopo un risultato sbagliato, il turno dopo: se non è ancora abbinato resta, con eccezioni.",
        id="corrections",
    ),
]


@pytest.mark.parametrize(("key", "sent", "sentence"), CHANGED)
def test_saved_rule_is_described_by_the_same_sentence_in_its_row_and_in_the_message(
    desk: Client, key: str, sent: dict[str, str], sentence: str
) -> None:
    tournament = a_tournament(form="swiss")
    saved = page(desk, tournament, part="rules", row=key, **sent)
    assert saved.headers["Location"].endswith(f"#rule-{key}")
    after = page(desk, tournament)
    assert text(rows_of(after)[key]) == sentence
    assert f"Salvato: {sentence}" in one_line(after.text)


def test_saving_a_row_of_the_rules_page_changes_only_the_fields_of_the_row(desk: Client) -> None:
    tournament = a_tournament(options={"third_place": True})
    stage = first_stage(tournament)
    before = (stage.profile["targets"], stage.tie_breaks, stage.match_points, stage.options)
    assert page(desk, tournament, part="rules", row="renuncio", renuncio="director_sets").status_code == 302
    stage.refresh_from_db()
    assert stage.profile["renuncio"] == "director_sets"
    assert (stage.profile["targets"], stage.tie_breaks, stage.match_points, stage.options) == before


def test_saving_a_row_of_tournament_details_changes_only_the_fields_of_the_row(desk: Client) -> None:
    tournament = a_tournament()
    assert tournament.shows_odds
    page(desk, tournament, part="about", row="grace", grace_minutes="20", name="", tables="")
    tournament.refresh_from_db()
    assert (tournament.grace_minutes, tournament.tables, tournament.shows_odds) == (20, 4, True)


def test_invalid_row_is_expanded_with_its_error_and_other_rows_are_collapsed(desk: Client) -> None:
    tournament = a_tournament()
    answer = page(desk, tournament, part="rules", row="preset", preset="own", targets="5")
    assert answer.status_code == 400
    assert [key for key, row in rows_of(answer).items() if row.is_open] == ["preset"]
    assert 'value="5"' in answer.text
    assert "non ancora salvato" in answer.text
    assert text(rows_of(answer)["stage_substitutes"]).startswith("Una sostituzione")
    assert not any(field.field.disabled for row in rows_of(answer).values() for field in row.fields)


def test_row_of_the_rules_page_is_previewed_without_being_saved(desk: Client) -> None:
    tournament = a_tournament()
    sent = {"part": "rules", "row": "renuncio", "renuncio": "director_sets", "move": "show"}
    answer = page(desk, tournament, **sent)
    assert text(rows_of(answer)["renuncio"]) == "Dopo un renuncio: i punti li decide l’arbitro."
    assert "non ancora salvato" in answer.text
    assert first_stage(tournament).profile["renuncio"] == "all_points"


PREVIEWS = [
    pytest.param("grace", {"grace_minutes": "20"}, "Chi è chiamato ha 20 minuti, poi", id="the grace period"),
    pytest.param(
        "correction", {"correction_minutes": "0"}, "La classifica è subito ufficiale.", id="no time"
    ),
    pytest.param(
        "evening",
        {"name": "Coppa", "starts_at": "2027-01-02T20:30", "tables": "1"},
        "Coppa, sabato 2 gennaio 2027 alle 20:30, 1 tavolo.",
        id="the evening",
    ),
    pytest.param("grace", {"grace_minutes": "0"}, "Chi è chiamato ha 15 minuti, poi", id="a wrong number"),
]


@pytest.mark.parametrize(("key", "sent", "sentence"), PREVIEWS)
def test_row_of_tournament_details_is_previewed_without_being_saved(
    desk: Client, key: str, sent: dict[str, str], sentence: str
) -> None:
    tournament = a_tournament()
    answer = page(desk, tournament, part="about", row=key, move="show", **sent)
    assert answer.status_code == 200
    assert text(rows_of(answer)[key]).startswith(sentence)
    assert "non ancora salvato" in answer.text
    version = tournament.version
    tournament.refresh_from_db()
    assert (tournament.version, tournament.grace_minutes) == (version, 15)


def test_message_after_saving_a_row_of_tournament_details_contains_its_sentence(desk: Client) -> None:
    tournament = a_tournament()
    saved = page(desk, tournament, part="about", row="grace", grace_minutes="20")
    assert saved.headers["Location"].endswith("#rule-grace")
    assert "Salvato: Chi è chiamato ha 20 minuti" in page(desk, tournament).text


def test_rules_fixed_by_the_draw_show_the_reason_and_no_form(desk: Client) -> None:
    tournament = drawn_tournament(4)
    desk.force_login(tournament.owner)
    answer = page(desk, tournament)
    changeable = {key for key, row in rows_of(answer).items() if not row.fixed and not row.link}
    assert changeable == {"evening", "grace", "correction", "site", "stages"}
    assert answer.text.count("fissato dal sorteggio") == len(rows_of(answer)) - 7
    assert 'value="rules"' not in answer.text


def test_rules_that_differ_from_the_house_rules_are_marked_and_previewed(desk: Client) -> None:
    tournament = a_tournament()
    house = HouseSetup({"targets": [70]}, first_stage(tournament).tie_breaks, {"win": 3}, {})
    save_house_rules(
        CARD_GAMES["mariglia"], house, version=0, author=Author(an_organiser().pk), at=timezone.now()
    )
    answer = page(desk, tournament)
    assert [row.key for row in answer.context["differing"]] == ["preset", "worth"]
    assert "tranne 2." in one_line(answer.text)
    assert answer.text.count("diversa dalla casa") == 2
    assert "<dd>Diventa: <b>Partita unica ai 70</b>.</dd>" in answer.text


@pytest.mark.parametrize("game", [pytest.param(game, id=key) for key, game in CARD_GAMES.items()])
def test_every_form_field_of_a_card_game_is_in_exactly_one_row(game: CardGame) -> None:
    form = RulesForm(first_stage(a_tournament(card_game=game.key, form=seating(game.sides))))
    names = [name for _heading, row in row_names(form).values() for name in row]
    assert sorted(names) == sorted(form.fields)
    assert all(row.sentence.endswith(".") for row in rule_rows(form))


@pytest.mark.parametrize("key", FORMATS)
def test_every_form_field_of_a_format_is_in_exactly_one_row(key: str) -> None:
    stage = first_stage(a_tournament())
    stage.format, stage.options = key, {}
    form = RulesForm(stage)
    names = [name for _heading, row in row_names(form).values() for name in row]
    assert sorted(names) == sorted(form.fields)
    assert all(row.sentence.endswith(".") for row in rule_rows(form))
