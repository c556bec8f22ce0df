"""Services of prizes: add, change, move, assign, hand over, cancel a hand-over. Each action is recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Unpack
from uuid import UUID

from django.db import transaction
from django.db.models import F, Max

from scoring.sheet.services.log import Acting, Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.standings.prize_kinds import PrizeAct, PrizeFor
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.lifecycle.services.undo import too_late
from tournaments.models import JournalEntry, Prize, PrizeMove, Tournament
from tournaments.prizes import rules, selectors
from tournaments.prizes.rules import MOST_PRIZES, PrizeTerms, check_terms
from tournaments.prizes.selectors import Holder, PrizeNow, PrizesNow, marks_of, terms_of

# An offset for temporary numbers while the order changes.
BEYOND = 1_000
AN_INSTANT = timedelta(microseconds=1)


def add_prize(tournament: Tournament, terms: PrizeTerms, **acting: Unpack[Acting]) -> Prize:
    """Add a prize at the end of the list; raise BadEntry if the prize is invalid (`check_terms`).

    Raise NotNow if the tournament has MOST_PRIZES prizes already.
    """
    with transaction.atomic():
        _lock(tournament)
        terms = check_terms(terms, selectors.places_of(tournament))
        last = tournament.prizes.aggregate(last=Max("number"))["last"] or 0
        if tournament.prizes.count() >= MOST_PRIZES:
            text = _("A tournament has at most %(most)s prizes.")
            raise NotNow("too_many_prizes", Sentence(text, {"most": MOST_PRIZES}))
        prize = Prize.objects.create(tournament=tournament, number=last + 1, **_columns(terms))
        _note_list(tournament, **acting)
    return prize


def change_prize(prize: Prize, values: Mapping[str, Any], **acting: Unpack[Acting]) -> Prize:
    """Change a prize; the keys of `values` are names of fields of `PrizeTerms`.

    Raise BadEntry if the prize is invalid (`check_terms`), NotNow if the prize was handed over. If the values
    are equal to the stored values, nothing is changed and NotNow is not raised.
    """
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        prize.refresh_from_db()
        terms = check_terms(replace(terms_of(prize), **values), selectors.places_of(tournament))
        if terms == terms_of(prize):
            return prize
        _refuse_handed_over(prize)
        for name, value in _columns(terms).items():
            setattr(prize, name, value)
        prize.save()
        _note_list(tournament, **acting)
    return prize


def move_prize(prize: Prize, number: int, **acting: Unpack[Acting]) -> None:
    """Move a prize to a position in the list, counted from 1.

    An invalid position is replaced by the nearest valid position.
    """
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        ordered = list(tournament.prizes.order_by("number"))
        moved = [each for each in ordered if each.pk != prize.pk]
        moved.insert(max(0, number - 1), prize)
        if [each.pk for each in moved] == [each.pk for each in ordered]:
            return
        tournament.prizes.update(number=F("number") + BEYOND)
        for place, each in enumerate(moved, start=1):
            Prize.objects.filter(pk=each.pk).update(number=place)
        _note_list(tournament, **acting)


def change_and_place_prize(
    prize: Prize, values: Mapping[str, Any], placing: Mapping[str, Any], **acting: Unpack[Acting]
) -> None:
    """Change a prize and, in the same transaction, move the prize in the list or assign a winner.

    `placing` may contain the new position (`number`) and the winner (`team`). Raise the errors of
    `change_prize` and `assign_prize`.
    """
    with transaction.atomic():
        change_prize(prize, values, **acting)
        if "number" in placing:
            move_prize(prize, placing["number"], **acting)
        if "team" in placing:
            assign_prize(prize, placing["team"], **acting)


def remove_prize(prize: Prize, **acting: Unpack[Acting]) -> None:
    """Remove a prize; raise NotNow if the prize was handed over."""
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        _refuse_handed_over(prize)
        prize.delete()
        for place, pk in enumerate(
            tournament.prizes.order_by("number").values_list("pk", flat=True), start=1
        ):
            Prize.objects.filter(pk=pk).update(number=place)
        _note_list(tournament, **acting)


def assign_prize(prize: Prize, team: UUID | None, **acting: Unpack[Acting]) -> None:
    """Assign the prize of a category to a team, or to no team.

    Raise NotNow if the prize is for a place or was handed over, and BadEntry for a team of another
    tournament.
    """
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        if prize.given_for != PrizeFor.CATEGORY:
            text = _("The standings give this prize. Only those for a category are given by hand.")
            raise NotNow("given_by_standings", Sentence(text))
        if team is not None and not tournament.teams.filter(pk=team).exists():
            raise _not_a_winner()
        marks = marks_of(tournament)[prize.pk]
        if rules.assigned_to(marks) == (str(team) if team else None):
            return
        _refuse_handed_over(prize)
        _add(prize, PrizeAct.ASSIGN, team, {}, acting)


def hand_over(prize: Prize, team: UUID | None = None, **acting: Unpack[Acting]) -> None:
    """Record that a prize was handed over to `team`, or to all winners if `team` is None.

    A repeated call changes nothing. Raise BadEntry if the team is no winner. Raise NotNow if there is no
    winner or if the standings may still be corrected; the prize of a category does not depend on standings.
    """
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        now, prizes = _now(prize, tournament)
        holders = _due_to(now, team)
        _refuse_early(now, prizes)
        for holder in holders:
            if not holder.handed_over:
                _add(prize, PrizeAct.HAND_OVER, holder.team.pk, _cents(holder), acting)


def take_back(prize: Prize, team: UUID | None = None, **acting: Unpack[Acting]) -> None:
    """Cancel the hand-over to one team, or to all teams; raise NotNow if nothing was handed over."""
    with transaction.atomic():
        tournament = _lock(prize.tournament)
        now, _prizes = _now(prize, tournament)
        holders = [each for each in now.holders if each.handed_over and team in (None, each.team.pk)]
        if not holders:
            raise NotNow("prize_not_handed_over", Sentence(_("This prize was not handed over to anybody.")))
        for holder in holders:
            _add(prize, PrizeAct.TAKE_BACK, holder.team.pk, _cents(holder), acting)


def undo_hand_over(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    """Undo a hand-over recorded in the journal; raise NotNow if the hand-over was cancelled already."""
    prize, team = _of_entry(entry)
    take_back(prize, team, author=author, at=at)


def undo_take_back(entry: JournalEntry, _reason: str, author: Author, at: datetime) -> None:
    """Undo a cancellation recorded in the journal: the prize counts as handed over again.

    Raise the errors of `hand_over`, and NotNow if the prize was removed.
    """
    prize, team = _of_entry(entry)
    hand_over(prize, team, author=author, at=at)


def _of_entry(entry: JournalEntry) -> tuple[Prize, UUID]:
    prize = Prize.objects.filter(pk=entry.body["prize"]).first()
    if prize is None:
        raise too_late()
    return prize, UUID(entry.body["team"])


def _lock(tournament: Tournament) -> Tournament:
    lock_tournament(tournament.pk)
    tournament.refresh_from_db()
    return tournament


def _columns(terms: PrizeTerms) -> dict[str, Any]:
    return {**vars(terms), "given_for": terms.given_for.value}


def _now(prize: Prize, tournament: Tournament) -> tuple[PrizeNow, PrizesNow]:
    prizes = selectors.prizes_now(tournament)
    now = next((each for each in prizes.prizes if each.prize.pk == prize.pk), None)
    if now is None:
        raise NotNow("prize_removed", Sentence(_("This prize was taken off the list. Look again.")))
    return now, prizes


def _due_to(now: PrizeNow, team: UUID | None) -> Sequence[Holder]:
    due = [each for each in now.holders if each.due]
    if now.impossible is not None and not due:
        raise NotNow("no_such_place", now.impossible)
    if not due:
        by_hand = now.prize.given_for == PrizeFor.CATEGORY
        text = _("Say first who has this prize.") if by_hand else _("Nobody has this prize before the end.")
        raise NotNow("prize_nobodys", Sentence(text))
    if team is None:
        return due
    chosen = [each for each in due if each.team.pk == team]
    if not chosen:
        raise _not_a_winner()
    return chosen


def _not_a_winner() -> BadEntry:
    sentence = Sentence(_("This prize is not theirs. Look who has it."))
    return BadEntry("not_theirs", sentence, (Problem("not_theirs", "", "error", "/team", sentence),))


def _refuse_early(now: PrizeNow, prizes: PrizesNow) -> None:
    if prizes.official or now.prize.given_for == PrizeFor.CATEGORY:
        return
    text = _(
        "The standings are not official yet: they may still be corrected. Hand the prizes over after that, "
        "or shorten the time for corrections in the rules."
    )
    raise NotNow("not_official", Sentence(text))


def _refuse_handed_over(prize: Prize) -> None:
    if rules.handed_over(marks_of(prize.tournament)[prize.pk]):
        text = _("This prize was handed over already. Take it back first.")
        raise NotNow("prize_handed_over", Sentence(text))


def _cents(holder: Holder) -> dict[str, int]:
    return {} if holder.cents is None else {"cents": holder.cents}


# The kind of journal entry for each action.
KINDS: Mapping[PrizeAct, str] = {
    PrizeAct.ASSIGN: "prize_assigned",
    PrizeAct.HAND_OVER: "prize_handed_over",
    PrizeAct.TAKE_BACK: "prize_taken_back",
}


def _add(prize: Prize, act: PrizeAct, team: UUID | None, body: dict[str, int], acting: Acting) -> None:
    tournament_id = prize.tournament_id
    last = PrizeMove.objects.filter(prize_id=prize.pk).aggregate(last=Max("at"))["last"]
    author, at = acting["author"], acting["at"]
    at = max(at, last + AN_INSTANT) if last else at
    PrizeMove.objects.create(
        tournament_id=tournament_id,
        prize_id=prize.pk,
        kind=act.value,
        team=team,
        body=body,
        user_id=author.user_id,
        at=at,
    )
    about = {"prize": str(prize.pk), "given_for": prize.given_for, "place": prize.place, "group": prize.group}
    about |= {"team": str(team)} if team else {}
    about |= {} if act is PrizeAct.ASSIGN else {"before": act is PrizeAct.TAKE_BACK}
    kind = KINDS[act] if team else "prize_unassigned"
    note_move(tournament_id, kind, author=author, at=at, body=about)
    note_change(tournament_id, "standings")


def _note_list(tournament: Tournament, author: Author, at: datetime) -> None:
    note_move(
        tournament.pk, "prizes_changed", author=author, at=at, body={"prizes": tournament.prizes.count()}
    )
    note_change(tournament.pk, "standings")
