"""Lots between tied entrants: commitment, lots drawn by cards or by hand, replacement, verification."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.sheet.services.log import Acting, Author
from scoring.types import BadEntry, NotNow
from tests.builders import a_tournament, play_match, play_out
from tests.markup import one_line
from tests.stages.test_rounds import draw, entered, faults, one, states
from tournaments.club.services.new_tournament import StageSetup
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.draws.services.draws import take_back_draw
from tournaments.draws.services.lots import draw_lot, promise_lot, write_lot
from tournaments.forecast.selectors import work_of
from tournaments.models import Draw, DrawCommitment, JournalEntry, Match, Slot, Stage, Tournament
from tournaments.standings.selectors import levels_of, standings_now

pytestmark = pytest.mark.django_db

MITCHELL = {"rounds": 1, "advance": 3, "one_standings": True}
SCRIPT = Path(__file__).parents[2] / "docs" / "repeat_draw.py"


@pytest.fixture
def tournament() -> Tournament:
    """Return a tournament of four teams after one round: both winners are tied, both losers are tied."""
    tournament = entered([StageSetup("mitchell", MITCHELL), StageSetup("round_robin")], 4)
    draw(tournament)
    play_out(tournament)
    return tournament


def level(tournament: Tournament) -> list[str]:
    return [str(entrant) for entrant in levels_of(one(tournament))[0].entrants]


def by(tournament: Tournament) -> Author:
    return Author(tournament.owner_id)


def acts(tournament: Tournament) -> Acting:
    return {"author": by(tournament), "at": timezone.now()}


def order(tournament: Tournament) -> list[str]:
    return [str(row.entrant) for row in standings_now(one(tournament)).rows]


def test_tie_that_decides_which_team_qualifies_is_listed_before_other_ties(tournament: Tournament) -> None:
    levels = [(len(each.entrants), each.places) for each in levels_of(one(tournament))]
    assert levels == [(2, 1), (2, 1)]
    losers = order(tournament)[2:]
    assert set(level(tournament)) == set(losers)


@pytest.mark.databases
def test_tie_break_lot_decides_which_team_qualifies_and_is_reproduced_by_the_repeat_draw_script(
    tournament: Tournament, tmp_path: Path
) -> None:
    stage, teams = one(tournament), level(tournament)
    promise = promise_lot(stage, teams, author=by(tournament), at=timezone.now())
    lot = draw_lot(stage, teams[::-1], "7C AH 10S", author=by(tournament), at=timezone.now())
    assert (lot.commitment_id, lot.round, lot.by) == (promise.pk, 0, "lots")
    assert order(tournament)[2:] == lot.lines
    assert [row.place for row in standings_now(one(tournament)).rows] == [1, 1, 3, 4]
    assert faults(tournament) == []
    facts = Client().get(f"/{tournament.slug}/sorteggio/draw.json", {"sorte": "1"})
    (tmp_path / "draw.json").write_bytes(facts.content)
    script = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path / "draw.json")], capture_output=True, text=True, check=True
    )
    assert script.stdout.index(lot.lines[0]) < script.stdout.index(lot.lines[1])
    draw(tournament, 2)
    second = Slot.objects.filter(stage__tournament=tournament, stage__number=2, team__isnull=False)
    assert {str(team) for team in second.values_list("team", flat=True)} == set(order(tournament)[:3])
    with pytest.raises(NotNow, match="next_stage_drawn"):
        draw_lot(one(tournament), order(tournament)[:2], "x", author=by(tournament), at=timezone.now())


def test_lot_drawn_by_hand_determines_the_order_of_the_tied_teams(tournament: Tournament) -> None:
    teams = level(tournament)[::-1]
    digest = verify_tournament(Tournament.objects.get(pk=tournament.pk)).digest
    write_lot(one(tournament), teams, author=by(tournament), at=timezone.now())
    assert order(tournament)[2:] == teams
    report = verify_tournament(Tournament.objects.get(pk=tournament.pk))
    assert (report.faults, report.digest != digest) == ([], True)
    draw(tournament, 2)
    assert states(tournament)[2] == "playing"


@pytest.mark.databases
def test_two_lots_decide_two_separate_groups_of_tied_teams(tournament: Tournament) -> None:
    both = [[str(entrant) for entrant in each.entrants] for each in levels_of(one(tournament))]
    for teams in both:
        write_lot(one(tournament), teams[::-1], author=by(tournament), at=timezone.now())
    assert order(tournament) == [*both[1][::-1], *both[0][::-1]]
    assert levels_of(one(tournament)) == ()


@pytest.mark.databases
def test_verification_reports_a_lot_that_contradicts_its_commitment(tournament: Tournament) -> None:
    stage, teams = one(tournament), level(tournament)
    promise = promise_lot(stage, teams, author=by(tournament), at=timezone.now())
    lot = draw_lot(stage, teams, "7C AH 10S", author=by(tournament), at=timezone.now())
    fields = {"entrants": promise.entrants, "algorithm": "trionfo-1", "salt": "s", "digest": promise.digest}
    other = DrawCommitment.objects.create(stage=stage, round=0, attempt=9, made_at=timezone.now(), **fields)
    Draw.objects.create(
        stage=stage, round=0, version=9, commitment=other, by="lots", lot="7C", lines=lot.lines[::-1],
        made_at=timezone.now(),
    )  # fmt: skip
    assert "the draw's commitment does not match its entrants and salt" in faults(tournament)


def test_lot_for_untied_teams_or_without_a_text_is_refused(tournament: Tournament) -> None:
    stage, now = one(tournament), timezone.now()
    with pytest.raises(NotNow, match="no_lot_asked"):
        draw_lot(stage, [level(tournament)[0], order(tournament)[0]], "x", author=by(tournament), at=now)
    with pytest.raises(BadEntry, match="team_twice"):
        write_lot(stage, [level(tournament)[0]] * 2, author=by(tournament), at=now)
    with pytest.raises(BadEntry, match="lot_missing"):
        draw_lot(stage, level(tournament), " ", author=by(tournament), at=now)
    early = a_tournament(teams=4, name="Prima")
    with pytest.raises(NotNow, match="no_lot_asked"):
        draw_lot(Stage.objects.get(tournament=early), ["a", "b"], "x", author=by(early), at=now)


def test_desk_page_publishes_the_commitment_and_the_result_of_a_lot(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(tournament.owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    where = reverse("desk_lots", args=[tournament.slug])
    assert where in client.get(reverse("desk_draw", args=[tournament.slug])).content.decode()
    key = client.get(where).context["levels"][0].key
    refused = client.post(where, {"level": key, "act": "lots", f"level{key}-lot": ""})
    assert (refused.status_code, "Write the lot" in refused.content.decode()) == (400, True)
    client.post(where, {"level": key, "act": "promise"})
    promise = DrawCommitment.objects.get(stage__tournament=tournament, round=0)
    assert promise.digest in client.get(where).content.decode()
    client.post(where, {"level": key, "act": "lots", f"level{key}-lot": "7C AH 10S"})
    public = one_line(client.get(reverse("draw_public", args=[tournament.slug])).content.decode())
    assert all(word in public for word in ("7C AH 10S", promise.salt, "A lot between 2 who were level"))
    (remaining,) = client.get(where).context["levels"]
    hand = {"level": remaining.key, "act": "hand"}
    assert client.post(where, hand).status_code == 400
    hand |= {
        f"level{remaining.key}-{team.pk}": str(place)
        for place, team in enumerate(remaining.teams[::-1], start=1)
    }
    assert client.post(where, hand, follow=True).status_code == 200
    assert order(tournament)[:2] == [str(team.pk) for team in remaining.teams[::-1]]


# The winner of each match by seed: in both groups every pair wins one match and loses one.
BEATS = {(1, 4), (4, 5), (5, 1), (2, 3), (3, 6), (6, 2)}


def two_groups_level() -> Tournament:
    """Return a tournament of two groups with three tied pairs each; one pair of each group qualifies."""
    groups = StageSetup("groups", {"groups": 2, "advance": 1})
    tournament = entered([groups, StageSetup("knockout")], 6)
    draw(tournament)
    while ready := Match.objects.filter(tournament=tournament, state="ready"):
        for match in ready:
            first, second = match.slots.order_by("side").values_list("team__seed", flat=True)
            play_match(match, 0 if (first, second) in BEATS else 1)
    return tournament


def groups_level(tournament: Tournament) -> list[str]:
    return [each.group for each in levels_of(one(tournament))]


@pytest.mark.databases
def test_lot_form_submitted_twice_does_not_draw_a_lot_for_another_group(client: Client) -> None:
    tournament = two_groups_level()
    client.force_login(tournament.owner)
    where = reverse("desk_lots", args=[tournament.slug])
    first, second = client.get(where).context["levels"]
    promise_lot(one(tournament), [str(team.pk) for team in second.teams], **acts(tournament))
    for act in ({"act": "lots", f"level{first.key}-lot": "7C AH 10S KD 2C"}, {"act": "promise"}):
        client.post(where, {"level": first.key, **act})
        again = client.post(where, {"level": first.key, **act}, headers={"accept-language": "en"})
        assert (again.status_code, groups_level(tournament)) == (409, ["B"])
        assert "No lot is asked for between these teams." in again.content.decode()
    assert DrawCommitment.objects.filter(stage=one(tournament), round=0, draw__isnull=True).count() == 1


def test_lot_form_on_an_outdated_page_draws_a_lot_for_the_teams_shown_on_the_page(client: Client) -> None:
    tournament = two_groups_level()
    client.force_login(tournament.owner)
    where = reverse("desk_lots", args=[tournament.slug])
    first, second = client.get(where).context["levels"]
    client.post(where, {"level": first.key, "act": "lots", f"level{first.key}-lot": "7C"})
    answer = client.post(where, {"level": second.key, "act": "lots", f"level{second.key}-lot": "2C"})
    lots = Draw.objects.filter(stage=one(tournament), round=Draw.LOTS).order_by("version")
    teams = [{str(team.pk) for team in level.teams} for level in (first, second)]
    assert answer.status_code == 302
    assert [(draw.lot, set(draw.lines)) for draw in lots] == [("7C", teams[0]), ("2C", teams[1])]


@pytest.mark.parametrize("level", ["1", "", "x"])
def test_lot_form_for_an_unknown_group_of_tied_teams_is_refused(client: Client, level: str) -> None:
    tournament = two_groups_level()
    client.force_login(tournament.owner)
    where = reverse("desk_lots", args=[tournament.slug])
    answer = client.post(where, {"level": level, "act": "lots", f"level{level}-lot": "7C"})
    assert (answer.status_code, groups_level(tournament)) == (409, ["A", "B"])


@pytest.mark.databases
@pytest.mark.parametrize("act", ["lots", "hand"])
def test_lot_can_be_replaced_with_a_reason_until_the_next_stage_is_drawn(
    client: Client, tournament: Tournament, act: str
) -> None:
    client.force_login(tournament.owner)
    where = reverse("desk_lots", args=[tournament.slug])
    losers = level(tournament)
    write_lot(one(tournament), losers, **acts(tournament))
    assert order(tournament)[2:] == losers
    page = client.get(where, headers={"accept-language": "en"})
    (recorded,) = page.context["recorded"]
    assert "Lot recorded: " + ", ".join(team.name for team in recorded.teams) in one_line(page.text)
    sent = {"level": recorded.key, "act": act, f"level{recorded.key}-lot": "7C AH 10S KD 2C"}
    places = enumerate(recorded.teams[::-1], start=1)
    sent |= {f"level{recorded.key}-{team.pk}": str(place) for place, team in places}
    assert client.post(where, sent).status_code == 400
    assert client.post(where, sent | {f"level{recorded.key}-reason": "Wrong cards"}).status_code == 302
    newest = Draw.objects.filter(stage=one(tournament), round=Draw.LOTS).latest("version")
    assert order(tournament)[2:] == newest.lines
    assert act == "lots" or newest.lines == losers[::-1]
    assert faults(tournament) == []
    (line,) = JournalEntry.objects.filter(tournament=tournament, kind="lot_drawn_again")
    assert line.reason == "Wrong cards"
    write_lot(one(tournament), level(tournament), **acts(tournament))
    draw(tournament, 2)
    assert client.get(where).context["recorded"] == []
    with pytest.raises(NotNow, match="next_stage_drawn"):
        write_lot(one(tournament), losers, reason="Too late", **acts(tournament))


def test_replacing_a_lot_is_refused_for_teams_without_an_earlier_lot(tournament: Tournament) -> None:
    with pytest.raises(NotNow, match="no_lot_asked"):
        write_lot(one(tournament), level(tournament), reason="No lot yet", **acts(tournament))


def test_replacing_a_lot_over_the_api_needs_a_reason(call: Any, tournament: Tournament) -> None:
    call.force_authenticate(tournament.owner)
    losers = level(tournament)
    address = f"/api/v1/tournaments/{tournament.slug}/lots/"
    sent = {"stage": 1, "teams": losers, "by": "hand"}
    assert call.post(address, sent).status_code == 201
    assert call.post(address, sent).json()["code"] == "no_lot_asked"
    again = sent | {"teams": losers[::-1], "reason": "Read in the wrong order"}
    assert call.post(address, again).status_code == 201
    assert order(tournament)[2:] == losers[::-1]


def test_draw_page_links_to_the_lots_that_were_drawn(client: Client, tournament: Tournament) -> None:
    client.force_login(tournament.owner)
    for teams in [[str(each) for each in tied.entrants] for tied in levels_of(one(tournament))]:
        write_lot(one(tournament), teams, **acts(tournament))
    page = client.get(reverse("desk_draw", args=[tournament.slug])).text
    assert reverse("desk_lots", args=[tournament.slug]) in page


@pytest.mark.databases
def test_lot_is_refused_after_the_draw_of_the_next_stage_even_if_that_draw_is_withdrawn(
    tournament: Tournament,
) -> None:
    for teams in [[str(entrant) for entrant in each.entrants] for each in levels_of(one(tournament))]:
        write_lot(one(tournament), teams, author=by(tournament), at=timezone.now())
    draw(tournament, 2)
    second = Stage.objects.get(tournament=tournament, number=2)
    again = order(tournament)[2:]
    with pytest.raises(NotNow, match="next_stage_drawn"):
        write_lot(one(tournament), again, author=by(tournament), at=timezone.now())
    take_back_draw(second, "manca la sorte", author=by(tournament), at=timezone.now())
    with pytest.raises(NotNow, match="no_lot_asked"):
        write_lot(one(tournament), again, author=by(tournament), at=timezone.now())


def test_tie_break_lot_does_not_count_as_the_draw_of_a_stage(tournament: Tournament) -> None:
    stage_draw = Draw.objects.standing().get(stage=one(tournament))
    for teams in [[str(entrant) for entrant in each.entrants] for each in levels_of(one(tournament))]:
        write_lot(one(tournament), teams, author=by(tournament), at=timezone.now())
    assert list(Draw.objects.standing().filter(stage=one(tournament))) == [stage_draw]
    work = work_of(tournament, timezone.now())
    assert work
    assert len(work.steps) == 3
