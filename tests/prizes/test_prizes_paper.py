"""Receipts, diplomas and the desk page of prizes."""

from io import BytesIO
from typing import Any

import pytest
from django.db.models.signals import post_save
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from PIL import Image

from tests.builders import a_tournament, an_account, drawn_tournament
from tests.printing.test_sheets import sizes
from tests.prizes.evenings import a_category, a_prize, acting, played
from tournaments.entries.services.entries import withdraw_team
from tournaments.models import Person, Prize, PrizeMove, Tournament
from tournaments.people.services.names import erase_person
from tournaments.prizes.paper import DIPLOMAS, diplomas, diplomas_data, receipts, receipts_data
from tournaments.web.typesetting import pictures

pytestmark = pytest.mark.django_db

A4 = (210, 297)
LONG = "Maria Antonietta Giuseppina Dessì-Porcheddu de Sos Coghinàs"


def desk_of(tournament: Tournament, role: str = "") -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(an_account(role, role, tournament) if role else tournament.owner)
    return client


def test_diploma_of_the_champions_lists_the_games_of_the_final() -> None:
    tournament = played()
    with translation.override("it"):
        (diploma,) = diplomas_data(tournament, {1})["diplomas"]
    assert diploma["heading"] == "Campioni"
    assert diploma["names"] == ["Anna Primu1", "Bachisio Segundu1"]
    assert diploma["lines"] == [
        "primi di 8 coppie, in finale 2 partite a 0",
        "contro Anna Primu2 e Bachisio Segundu2",
    ]
    assert [game["name"] for game in diploma["games"]] == ["1ª partita ai 35", "2ª partita ai 35"]


def test_each_team_of_a_shared_place_gets_a_diploma() -> None:
    data = diplomas_data(played(), {2, 3, 4})["diplomas"]
    assert [(each["heading"], each["names"][0], bool(each["games"])) for each in data] == [
        ("Second place", "Anna Primu2", True),
        ("Third place", "Anna Primu3", False),
        ("Third place", "Anna Primu4", False),
    ]


@pytest.mark.parametrize(
    "more",
    [
        pytest.param({}, id="a bracket"),
        pytest.param({"form": "round_robin"}, id="without a bracket"),
        pytest.param({"form": "groups", "options": {"groups": 2, "advance": 1}}, id="groups"),
    ],
)
def test_diplomas_and_receipts_fit_on_a4_with_long_and_erased_names(more: dict[str, Any]) -> None:
    tournament = played(4, **more)
    persons = list(Person.objects.filter(seats__tournament=tournament))
    Person.objects.filter(pk__in=[each.pk for each in persons]).update(name=LONG, written_name=LONG)
    erase_person(persons[0], **acting(tournament))
    a_prize(tournament)
    for pdf in (diplomas(tournament, {1, 2, 3}), receipts(tournament)):
        assert pdf is not None
        assert set(sizes(pdf)) == {A4}
    assert LONG in str(diplomas_data(tournament, {1, 2, 3, 4}))


def test_diploma_is_readable_when_printed_in_black_and_white() -> None:
    page = pictures(DIPLOMAS, diplomas_data(played(4), {1}), dots_per_inch=60)[0]
    grey = Image.open(BytesIO(page)).convert("L")
    darkness = sum(value < 110 for value in grey.tobytes()) / (grey.width * grey.height)
    assert 0.02 < darkness < 0.4


def test_each_winner_of_a_shared_prize_signs_a_receipt() -> None:
    tournament = played()
    a_prize(tournament, "Denaro", 3, value=1001, is_money=True)
    a_category(tournament)
    with translation.override("it"):
        rows = receipts_data(tournament)["receipts"]
    assert [(row["team"], row["amount"], row["number"]) for row in rows] == [
        ("Coppia 3", "5,01\u00a0€", "1 / 2"),
        ("Coppia 4", "5,00\u00a0€", "2 / 2"),
    ]
    pdf = receipts(tournament)
    assert pdf is not None
    assert sizes(pdf) == [A4]


def test_diplomas_and_receipts_are_not_printed_if_there_are_no_winners() -> None:
    tournament = drawn_tournament(4)
    assert (receipts(tournament), diplomas(tournament, {1})) == (None, None)
    for name in ("desk_receipts", "desk_diplomas"):
        answer = desk_of(tournament).get(reverse(name, args=[tournament.slug]), follow=True)
        assert answer.status_code == 200
        assert "printed" in answer.content.decode()


def test_desk_can_add_and_hand_over_prizes_and_print_diplomas() -> None:
    tournament = played()
    desk, door = desk_of(tournament), desk_of(tournament, "door")
    page = reverse("desk_prizes", args=[tournament.slug])
    sent = {"text": "Prosciutto", "given_for": "place", "place": "1", "value": "48,00"}
    assert desk.post(page, sent).status_code == 302
    prize = Prize.objects.get()
    assert prize.value == 4800
    assert desk.post(page, sent | {"place": "9"}).status_code == 400
    assert desk.post(page, sent | {"value": "1.234"}).status_code == 400
    assert door.post(page, sent).status_code == 403
    text = door.get(page).content.decode()
    assert "Hand over" in text
    one = reverse("desk_prize", args=[tournament.slug, prize.pk])
    assert f'href="{one}"' not in text
    team = tournament.teams.get(name="Coppia 1")
    door.post(reverse("desk_hand_over_prize", args=[tournament.slug, prize.pk]), {"team": str(team.pk)})
    assert PrizeMove.objects.get().team == team.pk
    assert "Take back" in desk.get(page).content.decode()
    one = reverse("desk_prize", args=[tournament.slug, prize.pk])
    assert desk.post(one, sent | {"text": "Torta"}).status_code == 409
    door.post(reverse("desk_take_back_prize", args=[tournament.slug, prize.pk]), {"team": str(team.pk)})
    assert desk.post(one, sent | {"text": "Torta"}).status_code == 302
    diplomas_of_two = desk.get(reverse("desk_diplomas", args=[tournament.slug]), {"posto": ["1", "2"]})
    assert len(sizes(diplomas_of_two.content)) == 2
    assert desk.post(reverse("desk_remove_prize", args=[tournament.slug, prize.pk])).status_code == 302
    assert not Prize.objects.exists()


def test_prize_for_a_category_is_assigned_on_its_desk_page() -> None:
    tournament = played(4)
    prize, team = a_category(tournament), tournament.teams.all()[1]
    one = reverse("desk_prize", args=[tournament.slug, prize.pk])
    sent = {"text": prize.text, "given_for": "category", "category": "I più anziani", "team": str(team.pk)}
    assert desk_of(tournament).post(one, sent).status_code == 302
    assert PrizeMove.objects.get().team == team.pk
    assert f'value="{team.pk}" selected' in desk_of(tournament).get(one).content.decode()


def test_refused_assignment_of_a_prize_leaves_its_former_terms() -> None:
    """The team leaves the tournament after the form was checked and before the winner is stored."""
    tournament = a_tournament(teams=2)
    prize, team = a_category(tournament), tournament.teams.all()[1]

    def leave(**_more: Any) -> None:
        withdraw_team(tournament.teams.get(pk=team.pk), **acting(tournament))

    one = reverse("desk_prize", args=[tournament.slug, prize.pk])
    sent = {"text": "Vino", "given_for": "category", "category": "I più anziani", "team": str(team.pk)}
    post_save.connect(leave, sender=Prize)
    try:
        answer = desk_of(tournament).post(one, sent)
    finally:
        post_save.disconnect(leave, sender=Prize)
    assert (answer.status_code, PrizeMove.objects.exists()) == (400, False)
    prize.refresh_from_db()
    assert prize.text == "Una torta"


@pytest.mark.parametrize("prizes", [1, 5])
def test_desk_page_of_prizes_needs_no_extra_queries_for_many_prizes(
    prizes: int, django_assert_num_queries: Any
) -> None:
    tournament = played()
    tournament.starts_at = timezone.now()
    tournament.save()
    for place in range(1, prizes + 1):
        a_prize(tournament, place=place)
    desk = desk_of(tournament)
    with django_assert_num_queries(16):
        desk.get(reverse("desk_prizes", args=[tournament.slug]))
