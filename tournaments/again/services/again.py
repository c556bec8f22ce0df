"""Repeat a tournament with or without the same teams, or create a tournament from a template."""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.again.selectors import NOTICE, TournamentSetup, setup_of, setup_of_model, teams_to_enter
from tournaments.club.services.new_tournament import StageSetup, create_tournament
from tournaments.competition.names import clean_name
from tournaments.extras import parts_of
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import CreationKey, Team, TeamPlayer, Tournament, TournamentModel
from tournaments.notice.services import recall_notice
from tournaments.people.services.names import show_teams
from tournaments.queue.runner import follow_up
from tournaments.values.details import DETAILS
from tournaments.values.visibility import Visibility

NONE, ALL = "none", "all"
BATCH = 200
# The teams to enter again: NONE, ALL, or a list of team ids.
Chosen = str | Sequence[UUID]


def hold_again(  # the values that make up a tournament
    source: Tournament,
    *,
    owner: Any,
    name: str,
    at: datetime,
    starts_at: datetime | None = None,
    entrants: Chosen = NONE,
    trial: bool = False,
) -> Tournament:
    """Create a tournament with the setup of `source`, and enter the chosen teams with the same persons.

    `entrants` is "none", "all" or a list of team ids of `source`.

    Raises:
        NotNow: the source is being deleted or was deleted.
        BadEntry: the name is invalid, or a chosen team is not in the source or has an erased name.
        BadSetup: the rules of the source are no longer valid.
    """
    with transaction.atomic():
        lock_tournament(source.pk)
        source = _source_now(source)
        created_tournament = make_from(
            setup_of(source), owner=owner, name=name, at=at, starts_at=starts_at, trial=trial
        )
        teams = _chosen(source, entrants)
        if teams:
            _enter(created_tournament, teams, owner=owner, at=at)
    return created_tournament


def _source_now(source: Tournament) -> Tournament:
    row = Tournament.objects.filter(pk=source.pk).first()
    if row is None or row.deleting_at:
        text = _("“%(name)s” is being deleted: it cannot be held again. Make a new tournament instead.")
        raise NotNow("being_deleted", Sentence(text, {"name": source.name}))
    return row


def make_from(  # the values that make up a tournament
    setup: TournamentSetup,
    *,
    owner: Any,
    name: str,
    at: datetime,
    starts_at: datetime | None = None,
    trial: bool = False,
) -> Tournament:
    """Create a tournament from a setup. The tournament is a draft unless the setup is that of a published
    tournament.
    """
    settings = dict(setup.settings)
    if settings.pop("visibility", "") != Visibility.PUBLISHED:
        settings["visibility"] = Visibility.DRAFT
    with transaction.atomic():
        created_tournament = create_tournament(
            owner,
            name=name,
            card_game=setup.card_game,
            profile=setup.profile,
            stages=[StageSetup(**stage) for stage in setup.stages],
            at=at,
            starts_at=starts_at,
            tables=settings["tables"],
            visibility=settings.get("visibility", Visibility.PUBLISHED),
            trial=trial,
        )
        Tournament.objects.filter(pk=created_tournament.pk).update(**settings)
        created_tournament.refresh_from_db()
        if notice := setup.extras.get(NOTICE):
            recall_notice(created_tournament, notice, author=Author(owner.pk), at=at)
        for recall in parts_of("recalls"):
            recall((created_tournament, setup.extras, Author(owner.pk), at))
    return created_tournament


def _chosen(source: Tournament, entrants: Chosen) -> list[Team]:
    """Return the chosen teams in their order of entry; raise BadEntry for a team that is not in `source`."""
    if entrants == NONE:
        return []
    rows = [each.team for each in teams_to_enter(source)]
    if entrants == ALL:
        return rows
    team_ids = {str(team.pk) for team in rows}
    problems = tuple(
        Problem("unknown_team", "", "error", f"/entrants/{place}", Sentence(_UNKNOWN))
        for place, key in enumerate(entrants)
        if str(key) not in team_ids
    )
    if problems:
        raise BadEntry("unknown_team", Sentence(_UNKNOWN), problems)
    wanted = set(map(str, entrants))
    return [team for team in rows if str(team.pk) in wanted]


_UNKNOWN = _("This team did not enter that tournament, or its names are forgotten. Choose from its list.")


def _enter(tournament: Tournament, teams: Sequence[Team], *, owner: Any, at: datetime) -> None:
    """Enter teams with the same persons and names, and set their presence to “expected”."""
    copies = [
        Team(
            tournament=tournament,
            number=number,
            name=team.name,
            written_name=team.written_name,
            name_key=team.name_key,
            **{detail: getattr(team, detail) for detail in DETAILS},
            seed=team.seed,
            entered_at=at,
        )
        for number, team in enumerate(teams, start=1)
    ]
    Team.objects.bulk_create(copies, batch_size=BATCH)
    seats = [
        TeamPlayer(team=copy, tournament=tournament, person=seat.person, position=seat.position)
        for copy, team in zip(copies, teams, strict=True)
        for seat in team.seats.all()
    ]
    TeamPlayer.objects.bulk_create(seats, batch_size=BATCH)
    show_teams(
        (copy, [seat.person for seat in team.seats.all()]) for copy, team in zip(copies, teams, strict=True)
    )
    author = Author(owner.pk)
    note_move(tournament.pk, "teams_entered", author=author, at=at, body={"teams": len(copies)})
    note_change(tournament.pk, "entries")
    follow_up("plan", tournament)


def once(
    owner: Any, key: str | None, request: object, make: Callable[[], Tournament], *, at: datetime
) -> Tournament:
    """Create a tournament, or return the tournament that an earlier request with the same key created.

    Keys of different owners are independent. Without a key, a tournament is always created. Raise NotNow if
    the key was used for a different request, that is, if the `repr` of `request` differs.
    """
    if key is None:
        return make()
    digest = sha256(repr(request).encode()).hexdigest()
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = CreationKey.objects.create(owner_id=owner.pk, key=key, digest=digest, made_at=at)
        except IntegrityError:
            return _tournament_of_key(owner, key, digest)
        row.tournament = make()
        row.save(update_fields=["tournament"])
    return row.tournament


def once_a_page(
    owner: Any, page: str, request: object, make: Callable[[], Tournament], *, at: datetime
) -> Tournament:
    """Create only one tournament even if the same form page is submitted twice with the same values.

    `page` is the key of the form page. With an empty `page`, a tournament is always created.
    """
    key = sha256(repr((page, request)).encode()).hexdigest() if page else None
    return once(owner, key, request, make, at=at)


def _tournament_of_key(owner: Any, key: str, digest: str) -> Tournament:
    row = CreationKey.objects.select_related("tournament").get(owner_id=owner.pk, key=key)
    if row.digest != digest or row.tournament is None:
        text = _("This Idempotency-Key stood for another request. Use a new key for a new tournament.")
        raise NotNow("key_used", Sentence(text))
    return row.tournament


def save_model(tournament: Tournament, name: str, *, author: Author, at: datetime) -> TournamentModel:
    """Save the setup of a tournament as a template; a template with the same name is replaced.

    Raise BadEntry if the name is invalid.
    """
    name = clean_name(name)
    setup = setup_of(tournament)
    values = {**setup._asdict(), "made_by_id": author.user_id, "made_at": at}
    model, _new = TournamentModel.objects.update_or_create(name=name, defaults=values)
    return model


def make_from_model(model: TournamentModel, *, owner: Any, at: datetime, **named: Any) -> Tournament:
    """Create a tournament from a template, with the given name, start and trial flag.

    Raise BadSetup if the rules in the template are no longer valid.
    """
    return make_from(setup_of_model(model), owner=owner, at=at, **named)


def delete_model(model: TournamentModel) -> None:
    """Delete a tournament template. Tournaments created from it are kept."""
    model.delete()
