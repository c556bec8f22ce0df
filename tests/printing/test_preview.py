"""The preview picture that other sites show with a link to a tournament: size, content, caching."""

import struct
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from scoring.sheet.services.log import Author
from tests.builders import a_tournament, drawn_tournament, first_stage, match_of, play_match, play_out
from tests.markup import one_line
from tournaments.competition.names import Showing
from tournaments.draws.services.draws import draw_stage
from tournaments.entries.services.entries import Entry, enter_teams
from tournaments.models import Club, Person, Tournament
from tournaments.people.services.names import show_person
from tournaments.printing import poster as preview
from tournaments.printing.poster import SIZE, preview_data, preview_png
from tournaments.queue import runner
from tournaments.values.visibility import Visibility
from tournaments.web.typesetting import pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


def size_of(png: bytes) -> tuple[int, int]:
    """Return the width and height from the header of a PNG file."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def now(tournament: Tournament) -> dict[str, Any]:
    tournament.refresh_from_db()
    return preview_data(tournament)


def test_preview_picture_has_the_size_that_other_sites_expect() -> None:
    assert size_of(preview_png(drawn_tournament(4))) == SIZE


def test_preview_picture_shows_entries_then_results_then_champions() -> None:
    Club.objects.create(pk=1, name="La Mariglia", town="Sassari")
    tournament = a_tournament(teams=4)
    assert now(tournament)["large"] == ["4 pairs"]
    assert now(tournament)["place"] == "La Mariglia, Sassari"
    tournament = drawn_tournament(4, name="Altro")
    assert (now(tournament)["heading"], now(tournament)["matches"]) == ("Latest results", [])
    play_match(match_of(tournament), sign=False)
    assert now(tournament)["matches"] == [{"sides": ["Coppia 1", "Coppia 4"], "score": "2–0"}]
    assert now(tournament)["heading"] == "In play"
    tournament = drawn_tournament(4, name="Terzo")
    play_out(tournament)
    assert (now(tournament)["heading"], now(tournament)["large"]) == ("Champions", ["Coppia 1"])
    assert size_of(preview_png(tournament)) == SIZE


def test_preview_picture_is_cached_until_the_tournament_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn_tournament(4)
    languages = []
    real = pictures

    def counted(*args: Any, **more: Any) -> list[bytes]:
        languages.append(translation.get_language())
        return real(*args, **more)

    monkeypatch.setattr(preview, "pictures", counted)
    first = preview_png(tournament)
    assert preview_png(tournament) == first
    with translation.override("it"):
        preview_png(tournament)
    assert languages == ["en", "it"]
    play_match(match_of(tournament))
    tournament.refresh_from_db()
    assert preview_png(tournament) != first
    assert len(languages) == 3


def test_preview_picture_is_rendered_again_after_a_name_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = a_tournament()
    author: dict[str, Any] = {"author": Author(tournament.owner_id), "at": timezone.now()}
    pairs = [Entry(["Gavina Zuccarone", "Bachisio Piga"]), Entry(["Tore Manca", "Efisio Canu"])]
    enter_teams(tournament, pairs, **author)
    draw_stage(first_stage(tournament), by="seeds", **author)
    runner.drain()
    play_match(match_of(tournament))
    previews: list[dict[str, Any]] = []
    real = preview.preview_data

    def record(of: Tournament) -> dict[str, Any]:
        previews.append(real(of))
        return previews[-1]

    monkeypatch.setattr(preview, "preview_data", record)
    Client().get(f"/{tournament.slug}/anteprima.png")
    show_person(Person.objects.get(name="Gavina Zuccarone"), Showing.INITIALS, **author)
    Client().get(f"/{tournament.slug}/anteprima.png")
    assert [each["large"] for each in previews] == [["Zuccarone – Piga"], ["G. Z. – Piga"]]


def test_preview_picture_is_revalidated_by_etag(client: Client) -> None:
    tournament = drawn_tournament(4)
    address = f"/{tournament.slug}/anteprima.png"
    answer = client.get(address)
    assert answer["Content-Type"] == "image/png"
    headers = {"if-none-match": answer["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    Tournament.objects.update(visibility=Visibility.UNPUBLISHED)
    assert client.get(address, headers=headers).status_code == 404


def test_pages_contain_the_full_url_of_the_preview_picture(client: Client) -> None:
    tournament = drawn_tournament(4)
    page = one_line(
        client.get(f"/{tournament.slug}/coppie/", headers={"host": "mariglia.example"}).content.decode()
    )
    tournament.refresh_from_db()
    site = f"http://mariglia.example/{tournament.slug}/"
    assert f'<meta property="og:image" content="{site}anteprima.png?v={tournament.version}">' in page
    assert f'<meta property="og:url" content="{site}coppie/">' in page
    assert f'<meta property="og:title" content="{tournament.name}">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
