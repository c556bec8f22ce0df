"""Every page of a tournament in every format there is: before the draw, drawn, in play, over."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.services.log import Author
from tests.builders import a_tournament, an_organiser, first_stage, match_of, play_match, play_out
from tournaments.jobs import runner
from tournaments.models import Match, Tournament
from tournaments.rules.format import Format
from tournaments.rules.formats import FORMATS
from tournaments.services.draws import draw_stage

pytestmark = pytest.mark.django_db

PAGES = ("tournament", "rounds", "tables", "standings", "teams", "draw_public")
DESK = ("desk_evening", "desk_draw", "desk_entries", "desk_sheets", "desk_rules")
EVERY = pytest.mark.parametrize(
    "form", [form for form in FORMATS.values() if 2 in form.sides], ids=lambda form: form.key
)


def addresses(tournament: Tournament) -> Iterator[str]:
    """Every page of the tournament, one followed team, one match that is played and one that waits."""
    slug = tournament.slug
    yield from (reverse(name, args=[slug]) for name in (*PAGES, *DESK))
    team = tournament.teams.order_by("number").first()
    for name in ("tournament", "rounds", "standings", "tables"):
        yield f"{reverse(name, args=[slug])}?segui={team.pk if team else ''}"
    for match in Match.objects.filter(tournament=tournament).exclude(state="bye"):
        yield reverse("match_sheet", args=[slug, match.pk])
        yield reverse("desk_match", args=[slug, match.pk])


def look_at(reader: Client, tournament: Tournament) -> None:
    """Open every page; a page that is not for this tournament says where to go instead."""
    for address in addresses(tournament):
        status = reader.get(address).status_code
        assert status in (200, 302), f"{address}: {status}"


@EVERY
def test_every_page_opens_at_every_hour(form: Format) -> None:
    owner = an_organiser()
    reader = Client(headers={"accept-language": "en"})
    reader.force_login(owner)
    options = {option.key: True for option in form.options if option.schema == {"type": "boolean"}}
    options.pop("consolation", None)
    tournament = a_tournament(teams=7, owner=owner, form=form.key, options=options)
    look_at(reader, tournament)
    author = Author(owner.pk)
    for turn in range(12):
        tournament.refresh_from_db()
        if tournament.state == "over":
            break
        draw_stage(first_stage(tournament), by="seeds", author=author, at=timezone.now())
        runner.drain()
        if turn == 0:
            label = Match.objects.filter(tournament=tournament, state="ready").values_list(
                "label", flat=True
            )[0]
            play_match(match_of(tournament, label))
            look_at(reader, tournament)
        else:
            evening = reader.get(reverse("desk_evening", args=[tournament.slug])).content.decode()
            assert f"Round {turn + 1} paired" in evening
        play_out(tournament)
    look_at(reader, tournament)
    tournament.refresh_from_db()
    assert tournament.state == "over"
