"""Functions that each create one tournament for tests; the tournaments together fill every desk page."""

from collections.abc import Callable
from datetime import timedelta
from random import Random

from django.utils import timezone
from rest_framework.authtoken.models import Token

from scoring.models import Grant, LateHand, ScoreSheet
from scoring.sheet.devices import know_device
from scoring.sheet.services.log import Author
from tests import builders
from tests.cash.cashbox import an_evening
from tests.draws.test_lots import two_groups_level
from tests.prizes.evenings import a_prize, acting, played
from tests.referee.random_player import play_a_hand
from tests.requests.builders import a_request, an_open_tournament
from tests.web.scenes import in_draft, with_entries
from tournaments.again.services.again import save_model
from tournaments.cash.services import pay
from tournaments.door.services import arrive, open_door
from tournaments.draws.services.lots import lay_cards
from tournaments.matches.services import results
from tournaments.models import Job, Match, Person, Role, Tournament
from tournaments.people.services.register import add_person, merge_persons
from tournaments.prizes.services import hand_over
from tournaments.roles.services import invite, make_token, take_role_away
from tournaments.season.services import create_circuit

HAND = {"dealer": 0, "trionfo": "JS", "card_points": [43, 27]}
OTHER_WAY = {"dealer": 0, "trionfo": "JS", "card_points": [27, 43]}


def with_requests() -> Tournament:
    """Return a tournament with entry requests, two of which come from single players."""
    tournament = an_open_tournament(teams=2, accepts="one_by_one", place="Sassari")
    a_request(tournament, "Anna Uno", "Bruno Due")
    a_request(tournament, "Dario Quattro", seeks_partner=True)
    a_request(tournament, "Elio Cinque", seeks_partner=True)
    return tournament


def during_check_in() -> Tournament:
    """Return a tournament with a fee, one team that has paid it, and an open check-in page."""
    tournament = an_evening()
    team = tournament.teams.order_by("number")[0]
    pay(tournament, team.pk, 1000, "cash", present=True, **acting(tournament))
    door = open_door(tournament, **acting(tournament))
    arrive(door, tournament.teams.order_by("number")[1].pk, at=timezone.now())
    return tournament


def with_cards_laid() -> Tournament:
    """Return a tournament whose draw has begun: the five cards of the lot are laid face down."""
    tournament = with_entries("knockout")
    lay_cards(tournament.stage_at_hand(), ["7C", "AH", "10S", "KD", "2C"], **acting(tournament))
    return tournament


def with_prizes() -> Tournament:
    """Return a finished circuit tournament with two prizes, one of which has been handed over."""
    tournament = played(4)
    prizes = [a_prize(tournament, place=place) for place in (1, 2)]
    hand_over(prizes[0], **acting(tournament))
    create_circuit(name="Circuito", points=[3, 2, 1], tournaments=[tournament], **acting(tournament))
    save_model(tournament, "Modello", **acting(tournament))
    return tournament


def all_tables_in_play() -> Tournament:
    """Return a tournament in which every table needs an action of the desk."""
    tournament = builders.drawn_tournament(16, tables=8)
    author, long_ago = Author(tournament.owner_id), timezone.now() - timedelta(minutes=30)
    matches = list(Match.objects.filter(tournament=tournament, round=1).order_by("number"))
    for side, hand in enumerate((HAND, OTHER_WAY)):
        device, _secret = know_device(None, at=timezone.now())
        Grant.objects.create(device=device, sheet_id=matches[0].pk, side=side, made_at=timezone.now())
        results.write_hand(matches[0].pk, (1, 1), hand, author=Author(device_id=device.pk), at=long_ago)
        LateHand.objects.create(
            sheet_id=matches[0].pk, device=device, game=1, hand=5, body=hand, received_at=long_ago
        )
    results.write_hand(matches[1].pk, (1, 1), HAND, author=author, at=long_ago)
    results.object_to_sheet(matches[1].pk, author=author, at=long_ago)
    builders.play_match(matches[2], sign=False)
    ScoreSheet.objects.filter(pk=matches[2].pk).update(written_at=long_ago)
    builders.play_match(matches[3])
    results.award_walkover(matches[4].pk, 0, "assenti", author=author, at=timezone.now())
    Match.objects.filter(tournament=tournament, state="ready").update(called_at=long_ago)
    Job.objects.filter(tournament=tournament).update(state="failed", over_at=timezone.now())
    return tournament


def card_by_card() -> Tournament:
    """Return a tournament with a hand that was recorded card by card."""
    tournament = builders.drawn_tournament(4)
    author = Author(tournament.owner_id)
    hand = play_a_hand(Random(7), dealer=0).written()
    results.write_hand(builders.match_of(tournament).pk, (1, 1), hand, author=author, at=timezone.now())
    return tournament


def drawn_by_lots() -> Tournament:
    """Return a tournament that was drawn by lot and has no recorded hands."""
    return builders.drawn_tournament(4, by="lots", lot="sette bello")


def with_roles() -> Tournament:
    """Return a draft tournament that has a director, an invitation and a revoked role."""
    tournament = in_draft("swiss")
    people = [builders.an_account(name, "director") for name in ("direttore", "segretaria")]
    take_role_away(Role.objects.get(user=people[0]), **acting(tournament))
    invite("director", None, **acting(tournament))
    owner = tournament.owner
    Token.objects.create(user=owner)
    make_token(owner, "Tabellone", "director", at=timezone.now())
    for name in ("Maria Sanna", "Bainzu Piras"):
        for note in ("Sassari", "Alghero"):
            add_person(written_name=name, note=note, **acting(tournament))
    one, other = Person.objects.filter(written_name="Maria Sanna")
    merge_persons(one, other, **acting(tournament))
    return tournament


SCENES: tuple[Callable[[], Tournament], ...] = (
    with_requests,
    during_check_in,
    with_cards_laid,
    all_tables_in_play,
    two_groups_level,
    with_prizes,
    card_by_card,
    with_roles,
    drawn_by_lots,
)
