"""Archives of tournaments with entry requests: complete, valid, without contact data."""

from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.archive.archives import archive_of, archived
from tests.archive.zips import digest_of, files_of
from tests.builders import an_organiser, draw, play_out
from tests.requests.builders import PHONE, a_request, an_open_tournament, states
from tournaments.archive.services.archive_file import open_archive
from tournaments.archive.services.archives import import_archive
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.models import CashLine, EntryRequest, Notice, RequestMove, Tournament
from tournaments.requests.services import requests

pytestmark = pytest.mark.django_db

MAIL, CONTACT, ANSWER = "peppino.ledda@example.org", "079 555 0142", "Questa volta giocano solo i soci."


def an_evening_from_home(*, played: bool = True) -> Tournament:
    """A tournament with seven entry requests: four accepted, one refused, one waiting, one withdrawn."""
    tournament = an_open_tournament(places=4, place="Sala del circolo", contact=f"Rosanna, {CONTACT}")
    club: dict[str, Any] = {"author": Author(tournament.owner_id), "at": timezone.now()}
    rows = [a_request(tournament, mail=MAIL) for _each in range(7)]
    requests.withdraw(rows[0], author=requests.NOBODY, at=timezone.now())
    requests.refuse(rows[6], ANSWER, **club)
    assert sorted(states(tournament)) == [*["accepted"] * 4, "refused", "waiting", "withdrawn"]
    if played:
        draw(tournament)
        play_out(tournament)
    assert not CashLine.objects.exists()
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize("played", [True, False])
def test_archive_with_requests_can_be_exported_imported_and_verified(*, played: bool) -> None:
    data = archive_of(lambda: an_evening_from_home(played=played))
    archive = open_archive(BytesIO(data))
    taken_in = import_archive(archive, owner=an_organiser("tore"), at=timezone.now())
    report = verify_tournament(taken_in)
    assert (report.faults, report.digest) == ([], digest_of(data))
    assert taken_in.teams.count() == 4
    assert archived(taken_in) == data
    assert not EntryRequest.objects.exists()
    assert not RequestMove.objects.exists()
    assert not Notice.objects.exists()


def test_archive_contains_no_contact_and_no_refusal_message() -> None:
    texts = [PHONE, PHONE.replace(" ", ""), MAIL, CONTACT, ANSWER]
    for name, data in files_of(archive_of(an_evening_from_home)).items():
        assert [text for text in texts if text.encode() in data] == [], name
