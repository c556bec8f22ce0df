"""Right-to-left names are isolated on pages, in calendars, feeds and prints, but not in exported data."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, draw, match_of, play_match
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Tournament
from tournaments.printing.pack import TEMPLATE, pack_data
from tournaments.web.right_to_left import isolated, isolated_page
from tournaments.web.typesetting import typeset
from tournaments.web.words import plain

EAGLES, MOON, JOSEPH, HEBREW = "النسور", "القمر", "يوسف عبد السلام", "ג'ורג' צה\"ל"
PERSIAN = "می\u200cخواهم"
STRETCH = re.compile("[\u0590-\u08ff]+")
ISOLATED = re.compile(
    '\u2068[^\u2069<]*\u2069|<bdi>.*?</bdi>|<textarea.*?</textarea>|value="[^"]*"', re.DOTALL
)
PAGES = (
    *("", "coppie/", "tavoli/", "tabellone/", "turni/", "sorteggio/", "schermo/", "regole/"),
    *(
        "risultati.atom",
        "calendario.ics",
        "incontri/{match}/",
        "coppie/{team}/",
        "coppie/{team}/calendario.ics",
    ),
)
DESK = ("", "iscrizioni/", "fogli/", "porta/", "verbale/", "incontri/{match}/", "presenze/", "cassa/")


@pytest.fixture
def tournament() -> Tournament:
    """Return a published knock-out of four pairs with one result; one name has an apostrophe and a quote."""
    tournament = a_tournament()
    names = [(EAGLES, JOSEPH), (f"{MOON} 7", "Sara Piu"), (HEBREW, MOON), ("Aquile", "Ugo Lai")]
    entered = [
        Entry([player, f"Ada Fois{number}"], name, seed=number)
        for number, (name, player) in enumerate(names, 1)
    ]
    enter_teams(tournament, entered, author=Author(tournament.owner_id), at=timezone.now())
    draw(tournament)
    tournament.refresh_from_db()
    play_match(match_of(tournament, "R1.1"))
    return tournament


def around(name: str) -> str:
    return f"\u2068{name}\u2069"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        pytest.param(f"Vittoria di {EAGLES} · 2–0", f"Vittoria di {around(EAGLES)} · 2–0", id="a score"),
        pytest.param(
            f"{EAGLES} · {MOON} 7", f"{around(EAGLES)} · {around(MOON)} 7", id="two names, a figure"
        ),
        pytest.param(f"{EAGLES}, {MOON}", f"{around(EAGLES)}, {around(MOON)}", id="a comma"),
        pytest.param(f"{EAGLES} – {MOON}", f"{around(EAGLES)} – {around(MOON)}", id="a dash"),
        pytest.param(f"3 {JOSEPH} 35", f"3 {around(JOSEPH)} 35", id="several words"),
        pytest.param(f"{EAGLES} 3 {MOON}", around(f"{EAGLES} 3 {MOON}"), id="a figure within a name"),
        pytest.param(HEBREW, around(HEBREW), id="apostrophes and quotes within a name"),
        pytest.param("م. ر", around("م. ر"), id="initials"),
        pytest.param("ܫܠܡܐ 2, ހެޔޮ 3", f"{around('ܫܠܡܐ')} 2, {around('ހެޔޮ')} 3", id="Syriac and Thaana"),
        pytest.param("Δημήτρης, Юлия, 李伟 👨‍👩‍👧 7", "Δημήτρης, Юлия, 李伟 👨‍👩‍👧 7", id="no such name"),
        pytest.param(f"{PERSIAN} 3", f"{around(PERSIAN)} 3", id="a joiner within a word"),
        pytest.param(f"{EAGLES}\n{MOON}", f"{around(EAGLES)}\n{around(MOON)}", id="two lines"),
    ],
)
def test_right_to_left_names_are_isolated_in_plain_text(text: str, right: str) -> None:
    assert isolated(text) == right
    assert isolated(right) == right
    assert "\n" in text or plain(text) == right


@pytest.mark.parametrize(
    ("page", "right"),
    [
        pytest.param(f"<p>{EAGLES} 2–0</p>", f"<p>{around(EAGLES)} 2–0</p>", id="text"),
        pytest.param(f'<a title="{EAGLES}, 3">', f'<a title="{around(EAGLES)}, 3">', id="a title"),
        pytest.param("<b>ג&#x27;ורג&quot;ה</b>", f"<b>{around('ג&#x27;ורג&quot;ה')}</b>", id="entities"),
        pytest.param(f'<input value="{EAGLES} 3">', f'<input value="{EAGLES} 3">', id="a field"),
        pytest.param(f'<p data-key=" {EAGLES}">', f'<p data-key=" {EAGLES}">', id="a key of a search"),
        pytest.param(
            f"<textarea>\n{EAGLES}</textarea>", f"<textarea>\n{EAGLES}</textarea>", id="a text field"
        ),
        pytest.param(f"<bdi>ا<b>ل</b></bdi>{MOON}", f"<bdi>ا<b>ل</b></bdi>{around(MOON)}", id="bdi"),
        pytest.param("<p>Perché 李伟 Юлия</p>", "<p>Perché 李伟 Юлия</p>", id="no such name"),
    ],
)
def test_right_to_left_names_are_isolated_on_a_page_outside_form_fields(page: str, right: str) -> None:
    assert isolated_page(page.encode()).decode() == right


@pytest.mark.django_db
@pytest.mark.alike
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_page_and_plain_text_response_isolates_right_to_left_names(
    tournament: Tournament, language: str
) -> None:
    client = Client(headers={"accept-language": language})
    values = {"match": match_of(tournament, "R1.1").pk, "team": tournament.teams.all()[0].pk}
    paths = [f"/{tournament.slug}/{page.format(**values)}" for page in PAGES]
    client.force_login(tournament.owner)
    paths += [f"/regia/{tournament.slug}/{page.format(**values)}" for page in DESK]
    with_names = []
    for path in paths:
        answer = client.get(path)
        text = answer.content.decode().replace("\r\n ", "")
        if STRETCH.search(text):
            with_names.append(path)
        assert not STRETCH.findall(ISOLATED.sub("", text)), path
    assert len(with_names) >= 12


@pytest.mark.django_db
@pytest.mark.alike
def test_feed_keeps_the_score_next_to_a_right_to_left_name(tournament: Tournament) -> None:
    feed = Client(headers={"accept-language": "it"}).get(f"/{tournament.slug}/risultati.atom")
    assert f"Vittoria di {around(EAGLES)} · 2–0 · 35–0, 35–0" in feed.content.decode()


@pytest.mark.django_db
@pytest.mark.alike
def test_exported_data_contain_right_to_left_names_unchanged(tournament: Tournament) -> None:
    client = Client()
    client.force_login(tournament.owner)
    for path in (f"/{tournament.slug}/iscritti.csv", f"/api/v1/tournaments/{tournament.slug}/teams/"):
        text = client.get(path).content.decode()
        assert EAGLES in text
        assert "\u2068" not in text


@pytest.mark.django_db
@pytest.mark.alike
@pytest.mark.parametrize("language", ["it", "en"])
def test_problem_document_isolates_right_to_left_names(tournament: Tournament, language: str) -> None:
    client = Client(headers={"accept-language": language})
    client.force_login(tournament.owner)
    other = a_tournament(owner=tournament.owner, name="Torneo di Natale")
    players = ([{"name": "Ada Lai"}, {"name": JOSEPH}], [{"name": JOSEPH}, {"name": "Ugo Cau"}])
    teams = [{"name": EAGLES, "players": each} for each in players]
    address = f"/api/v1/tournaments/{other.slug}/teams/"
    answer = client.post(address, teams, content_type="application/json")
    assert answer["Content-Type"] == "application/problem+json"
    text = answer.json()["detail"] + "".join(each["message"] for each in answer.json()["problems"])
    assert around(EAGLES) in text
    assert not STRETCH.findall(ISOLATED.sub("", text))


@pytest.mark.django_db
@pytest.mark.alike
def test_offline_pages_for_the_next_hand_isolate_right_to_left_names(tournament: Tournament) -> None:
    match = match_of(tournament, "R1.2")
    phone = Client()
    phone.post(reverse("table_open"), {"code": shown_code(match.sheet.key)})
    phone.post(reverse("table_side", args=[match.pk]), {"side": "0"})
    copies = phone.get(reverse("table_copies", args=[match.pk])).json()
    pages = "".join([*copies["steps"].values(), copies["confirm"], copies["annul"]])
    assert STRETCH.search(pages)
    assert not STRETCH.findall(ISOLATED.sub("", pages))


@pytest.mark.django_db
@pytest.mark.alike
def test_printed_documents_isolate_right_to_left_names(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    typst_options: dict[str, Any] = {}
    monkeypatch.setattr("typst.compile", lambda *_path, **options: typst_options.update(options) or b"")
    with translation.override("it"):
        typeset(TEMPLATE, pack_data(tournament, "http://192.168.1.20:8000/t/", lambda _part: None))
    assert f"{around(JOSEPH)}, Ada Fois1" in typst_options["sys_inputs"]["data"]
