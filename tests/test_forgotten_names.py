"""No stored data contain the name of a person after the name has been erased.

The tests first enter the name in every possible way. Free text is excluded, as
docs/decisions/0028-retention-of-names.md explains.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from scoring.models import Device
from scoring.sheet.devices import shown_code
from scoring.sheet.services.log import Author
from tests.builders import a_tournament, first_stage, match_of, play_match
from tests.servers.site import Site, embedded_site
from tournaments.competition.names import Showing
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, change_team, enter_teams
from tournaments.entries.services.substitutes import replace_player
from tournaments.models import FileKind, Job, MadeFile, Person, Team, Tournament
from tournaments.people.services.names import erase_person, show_person
from tournaments.queue import runner
from tournaments.replay.client import Site as Api
from tournaments.season.services import ask_season

NAME, ALIAS = "Gavina Zuccaruncone", "La Ciribiricoccola"
RARE = ("zuccaruncone", "ciribiricoccola")

# Free text in append-only tables.
FREE_TEXT = {
    "tournaments_draw.lot",
    "tournaments_journalentry.body",  # contains the lot too
    "tournaments_journalentry.reason",
    "tournaments_rosterchange.reason",
}
# The columns in which a name is stored.
PLACES = {
    "scoring_device.name",
    "tournaments_job.error",
    "tournaments_madefile.data",
    "tournaments_person.alias",
    "tournaments_person.bare_key",
    "tournaments_person.name",
    "tournaments_person.name_key",
    "tournaments_person.written_name",
    "tournaments_team.name",
    "tournaments_team.name_key",
    "tournaments_team.written_name",
}


def every_value() -> Iterator[tuple[str, str]]:
    """Yield (column, value) for every value in the database, such as ("tournaments_person.name", "Ugo")."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')  # table names of this database
            columns = [column[0] for column in cursor.description or ()]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    yield f"{table}.{column}", _text(value)


def _text(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def where_it_stands() -> set[str]:
    """Return the database columns that contain a part of the erased name."""
    return {column for column, value in every_value() if any(word in value.casefold() for word in RARE)}


def a_name_everywhere(*, free_text: bool) -> Person:
    """Return a person whose name has been entered in every possible way."""
    word = NAME if free_text else "qualcuno"
    tournament = a_tournament(options={"substitutes": 2})
    author, at = Author(tournament.owner_id), timezone.now()
    players = [[f"Anna Primu{number}", f"Bachisio Segundu{number}"] for number in range(1, 5)]
    teams = enter_teams(tournament, [Entry(each) for each in players], author=author, at=at)
    _by_a_list(tournament)
    change_team(teams[1], Entry([NAME, "Ugo Fois"], "Quelli di Zuccaruncone"), author=author, at=at)
    draw_stage(first_stage(tournament), by="lots", lot=word, author=author, at=at)
    runner.drain()
    _by_a_phone(tournament)
    play_match(match_of(tournament))
    replace_player(teams[1], 0, "Dora Piga", f"{word} sta male", author=author, at=at)
    replace_player(teams[1], 0, "Elsa Pala", "Dora sta male", author=author, at=at)
    replace_player(teams[2], 1, NAME + " Nuova", "viene dopo", author=author, at=at)
    person = Person.objects.get(written_name=NAME)
    show_person(person, Showing.ALIAS, alias=ALIAS, author=author, at=at)
    later = a_tournament(name="Dopo")
    enter_teams(later, [Entry([NAME, "Ugo Fois"], f"{ALIAS} e Fois")], author=author, at=at)
    show_person(person, Showing.FULL, alias=ALIAS, author=author, at=at)
    for kind in FileKind:
        MadeFile.objects.create(tournament=later, kind=kind, data=f"%PDF {NAME}".encode())
    Job.objects.filter(tournament=tournament, kind="draw").update(error=f"Key (name)=({NAME}) exists.")
    Tournament.objects.filter(pk=tournament.pk).update(state="over")
    ask_season(Tournament.objects.get(pk=tournament.pk))
    runner.drain()
    return person


def _by_a_list(tournament: Tournament) -> None:
    """Import the name in a pasted list of teams, then withdraw the team."""
    desk = Client()
    desk.force_login(tournament.owner)
    page = f"/regia/{tournament.slug}/iscrizioni/elenco/"
    for rows in (f"giocatore 1,giocatore 2,squadra\n{NAME},Ugo Fois,{NAME}\n",):
        preview = desk.post(page, {"text": rows})
        desk.post(f"{page}conferma/", {"rows": preview.context["rows"]}, follow=True)
    team = Team.objects.get(tournament=tournament, written_name=NAME)
    desk.post(f"/regia/{tournament.slug}/iscrizioni/{team.pk}/ritira/", follow=True)


def _by_a_phone(tournament: Tournament) -> None:
    """Open a table on a phone, and store the name of the person as the name of the phone."""
    match = match_of(tournament)
    phone = Client()
    phone.post("/t/", {"code": shown_code(match.sheet.key)})
    phone.post(f"/tavolo/{match.pk}/chi/", {"side": "0"})
    Device.objects.update(name="il telefono di Zuccaruncone")


def forget(*persons: Person) -> None:
    for person in persons:
        erase_person(person, author=Author(), at=timezone.now())


@pytest.mark.django_db
def test_erased_name_is_in_no_database_column_except_free_text() -> None:
    person = a_name_everywhere(free_text=True)
    before = where_it_stands()
    assert before >= PLACES | FREE_TEXT
    forget(person, Person.objects.get(written_name=f"{NAME} Nuova"))
    assert where_it_stands() <= FREE_TEXT


@pytest.mark.django_db
def test_database_without_free_text_does_not_contain_an_erased_name() -> None:
    person = a_name_everywhere(free_text=False)
    assert where_it_stands() == PLACES
    forget(person, Person.objects.get(written_name=f"{NAME} Nuova"))
    assert where_it_stands() == set()
    if connection.vendor == "sqlite":  # a SQLite file keeps deleted data unless secure_delete is set
        connection.ensure_connection()
        database = connection.connection.serialize().lower()
        assert b"coppia" in database or b"primu" in database
        assert not any(word.encode() in database for word in RARE)


@pytest.mark.django_db
def test_cached_pages_do_not_show_an_erased_name(client: Client) -> None:
    person = a_name_everywhere(free_text=False)
    slug = Tournament.objects.get(name="Dopo").slug
    pages = (
        f"/{slug}/coppie/",
        f"/giocatori/{person.pk}/",
        "/circuiti/",
        "/punteggi/mariglia/",
        "/archivio/",
    )
    read = [client.get(page).getvalue().decode().casefold() for page in pages]
    assert any(RARE[0] in page for page in read[:2])
    forget(person, Person.objects.get(written_name=f"{NAME} Nuova"))
    for page in pages:
        assert not any(word in client.get(page).getvalue().decode().casefold() for word in RARE), page


@pytest.mark.site
def test_erased_name_is_in_no_file_of_the_data_folder(tmp_path: Path) -> None:
    with embedded_site(tmp_path) as site:
        api = Api(site.url, site.organise())
        _enter_and_forget(site, api)
        api.close()
        assert site.stop() == []
    holding = [
        str(path.relative_to(tmp_path))
        for path in sorted(tmp_path.rglob("*"))
        if path.is_file() and any(word.encode() in path.read_bytes().lower() for word in RARE)
    ]
    assert holding == []


def _enter_and_forget(site: Site, api: Api) -> None:
    """Enter the person in a tournament of the running site, set an alias, then erase the name."""
    serata = {"name": "Serata", "card_game": "mariglia", "tables": 2, "stages": [{"format": "knockout"}]}
    tournament = api.send("POST", "/tournaments/", serata).body
    teams = f"/tournaments/{tournament['slug']}/teams/"
    pair = {"name": "", "players": [{"name": NAME}, {"name": "Ugo Fois"}]}
    team = f"{teams}{api.send('POST', teams, pair).body['id']}/"
    on_disk = b"".join(path.read_bytes() for path in site.data.glob("trionfo.sqlite3*")).lower()
    assert RARE[0].encode() in on_disk
    api.send("PATCH", f"{team}players/1/", {"showing": "alias", "alias": ALIAS})
    api.send("DELETE", f"{team}players/1/", None)
    assert api.get(f"{team}players/1/")["shown_as"] == "N. N."
