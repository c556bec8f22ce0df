"""Actions on entry requests in the club's journal, which contains no contacts and no messages."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.sheet.services.log import Author
from tests.builders import an_organiser
from tests.requests.builders import PHONE, a_request, an_open_tournament
from tournaments.requests.desk.journal import ACTS, journal_lines
from tournaments.requests.services import requests
from tournaments.values.requests import RequestAct
from tournaments.web.club_journal import JournalFilter

pytestmark = pytest.mark.django_db

ANSWER = "Questa volta giocano solo i soci."


def test_every_action_on_an_entry_request_has_a_text_in_the_journal() -> None:
    assert set(ACTS) == set(RequestAct)


def test_journal_shows_actions_on_requests_with_their_author(client: Client) -> None:
    tournament = an_open_tournament(accepts="one_by_one", places=1)
    club: dict[str, Any] = {"author": Author(an_organiser().pk), "at": timezone.now()}
    one, other, third = (
        a_request(tournament, f"Anna {surname}", f"Ugo {surname}") for surname in ("Lai", "Pes", "Sini")
    )
    requests.accept(one, **club)
    requests.accept(other, **club)
    requests.refuse(third, ANSWER, **club)
    requests.rename(other, ["Anna Pes", "Ugo Pisu"], **club)
    requests.withdraw(one, author=requests.NOBODY, at=timezone.now())
    client.force_login(tournament.owner)
    kinds = dict(client.get("/regia/giornale/").context["kinds"])
    assert {kind for kind in kinds if kind.startswith("request_")} == {f"request_{act}" for act in RequestAct}
    assert kinds["request_ask"] == "Request … came in from home"
    for address in ("/regia/giornale/", "/regia/giornale.csv"):
        page = client.get(address).content.decode()
        for words in (
            "Request 3 came in from home", "Request 1 was accepted", "Request 2 waits",
            "Request 3 was refused", "The names of request 2 were put right", "Request 1 was withdrawn",
            "Pes – Pisu: Request 2 got a place",
        ):  # fmt: skip
            assert words in page, words
        for text in (PHONE, PHONE.replace(" ", ""), ANSWER, "Anna", "Sini"):
            assert text not in page, text
    line = next(line for line in journal_lines(JournalFilter()) if line.kind == "request_refuse")
    assert line.author == an_organiser().username
    withdrawal_line = next(line for line in journal_lines(JournalFilter()) if line.kind == "request_withdraw")
    assert withdrawal_line.author == ""


def test_journal_filter_selects_actions_on_requests_by_kind_and_tournament(
    django_assert_num_queries: Any,
) -> None:
    tournament, other = an_open_tournament(), an_open_tournament()
    a_request(tournament)
    a_request(other)
    assert [line.kind for line in journal_lines(JournalFilter("request_ask"))] == ["request_ask"] * 2
    assert len(journal_lines(JournalFilter("request_ask", tournament=other.pk))) == 1
    with django_assert_num_queries(0):
        assert journal_lines(JournalFilter("withdraw")) == []
    with django_assert_num_queries(2):
        assert len(journal_lines(JournalFilter())) == 4
