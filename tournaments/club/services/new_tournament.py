"""Create a tournament from presets, and change its rules and settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from scoring.games import CARD_GAMES, CardGame
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.services.log import Author
from scoring.types import BadSetup, NotNow, Problem, Sentence, _
from tournaments.club.services.slugs import page_words, with_free_slug
from tournaments.competition.correction_policies import MOST_MINUTES, read_policy
from tournaments.competition.formats import FORMATS
from tournaments.competition.names import clean_name
from tournaments.competition.standings import tiebreaks, withheld_standings
from tournaments.house_rules.rules.stage_points import read_stage_points
from tournaments.house_rules.selectors import HouseRulesNow, house_rules_now
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.models import Draw, Stage, Tournament
from tournaments.notice.services import write_notice
from tournaments.queue.runner import enqueue, follow_up
from tournaments.values.visibility import Visibility, check_closed, refuse_visibility

MOST_TABLES = 512


@dataclass(frozen=True)
class StageSetup:
    """The requested setup of one stage. Missing values get the defaults of the format or the tournament."""

    format: str
    options: Mapping[str, Any] = field(default_factory=dict)
    match_points: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    # None for the policy of the house rules, empty for the default policy.
    corrections: Mapping[str, Any] | None = None
    profile: Mapping[str, Any] = field(default_factory=dict)


def create_tournament(  # noqa: PLR0913  # the values that make up a tournament
    owner: Any,
    *,
    name: str,
    card_game: str,
    stages: Sequence[StageSetup],
    at: datetime,
    profile: Mapping[str, Any] | None = None,
    starts_at: datetime | None = None,
    tables: int = 1,
    visibility: str = Visibility.PUBLISHED,
    trial: bool = False,
    notice: Mapping[str, Any] | None = None,
) -> Tournament:
    """Create a tournament with its stages and, if given, its notice.

    The house rules set the missing values of the profile, and the missing match points, tie-breaks and
    correction policies of the stages. Raise BadSetup for invalid rules, tables or stages, and BadEntry for an
    invalid name or notice; only the first invalid part is reported.
    """
    name = clean_name(name)
    game = known_card_game(card_game)
    full_profile, stages = with_house_rules(game, profile or {}, stages)
    _refuse_tables(tables)
    check_stages(stages)
    checked = [
        checked_stage(game, full_profile, setup, f"/stages/{index}") for index, setup in enumerate(stages)
    ]
    partners = same_partners([setup.format for setup in stages])
    with transaction.atomic():
        tournament = with_free_slug(
            Tournament,
            name,
            otherwise="torneo",
            reserved=page_words(),
            card_game=card_game,
            profile=full_profile,
            starts_at=starts_at,
            tables=tables,
            partners=partners,
            state="entries",
            visibility=visibility,
            trial=trial,
            owner=owner,
            made_at=at,
        )
        for number, values in enumerate(checked, start=1):
            Stage.objects.create(tournament=tournament, number=number, state="planned", **values)
        note_move(tournament.pk, "tournament_created", author=Author(owner.pk), at=at)
        if notice:
            write_notice(tournament, notice, author=Author(owner.pk), at=at)
    return tournament


def with_house_rules(
    game: CardGame, profile: Mapping[str, Any], stages: Sequence[StageSetup]
) -> tuple[dict[str, Any], list[StageSetup]]:
    """Return the profile and the stages, with missing values set by the house rules. One query.

    Chosen values take precedence: if the house options contradict them, the defaults are used instead. Raise
    BadSetup if `profile` is invalid.
    """
    house = house_rules_now(game)
    usual = read_profile(game, profile, "/profile").as_json()
    try:
        played_by = read_profile(game, {**_chosen(game, house.profile), **profile}).as_json()
    except BadSetup:
        played_by = usual
    return dict(played_by), [stage_by_house(setup, house) for setup in stages]


def stage_by_house(setup: StageSetup, house: HouseRulesNow) -> StageSetup:
    """Return the stage setup, with missing values set by the house rules."""
    return replace(
        setup,
        tie_breaks=setup.tie_breaks or house.tie_breaks,
        match_points={**house.match_points, **setup.match_points},
        corrections=house.corrections if setup.corrections is None else setup.corrections,
    )


def check_stages(stages: Sequence[StageSetup]) -> None:
    """Raise BadSetup if there is no stage, or if a bracket is not the last stage."""
    if not stages:
        raise BadSetup("no_stage", Sentence(_("A tournament needs a stage. Choose a format.")))
    for place, setup in enumerate(stages[:-1]):
        if setup.format in FORMATS and FORMATS[setup.format].bracket:
            text = _("“%(format)s” leaves one winner, so no stage can follow it. Make it the last one.")
            sentence = Sentence(text, {"format": Sentence(FORMATS[setup.format].name)})
            problem = Problem("bracket_not_last", "", "error", f"/stages/{place}/format", sentence)
            raise BadSetup("bracket_not_last", sentence, (problem,))


def known_card_game(key: str) -> CardGame:
    """Return the card game with this key; raise BadSetup if the key is unknown."""
    if key not in CARD_GAMES:
        text = _("There is no card game called “%(key)s”. Choose one of: %(known)s.")
        sentence = Sentence(text, {"key": key[:40], "known": ", ".join(sorted(CARD_GAMES))})
        raise BadSetup(
            "unknown_card_game",
            sentence,
            (Problem("unknown_card_game", "", "error", "/card_game", sentence),),
        )
    return CARD_GAMES[key]


def checked_stage(
    game: CardGame, profile: Mapping[str, Any], setup: StageSetup, where: str
) -> dict[str, Any]:
    """Return the validated fields of a stage, completed by defaults; raise BadSetup if a field is invalid.

    Only the errors in the first invalid field are reported; their JSON Pointers begin with `where`.
    """
    if setup.format not in FORMATS:
        text = _("There is no format called “%(key)s”. Choose one of: %(known)s.")
        sentence = Sentence(text, {"key": setup.format[:40], "known": ", ".join(sorted(FORMATS))})
        raise BadSetup(
            "unknown_format", sentence, (Problem("unknown_format", "", "error", f"{where}/format", sentence),)
        )
    played_by = read_profile(game, {**_chosen(game, profile), **setup.profile}, f"{where}/profile")
    _refuse_sides(game, setup.format, played_by.sides, where)
    corrections = setup.corrections or {}
    read_policy(corrections, FORMATS[setup.format].family, f"{where}/corrections")
    match_points = read_stage_points(game, setup.match_points, where)
    return {
        "format": setup.format,
        "options": dict(FORMATS[setup.format].read_options(setup.options, f"{where}/options")),
        "match_points": match_points.as_json(),
        "tie_breaks": list(tiebreaks.read_tie_breaks(setup.tie_breaks, f"{where}/tie_breaks")),
        "corrections": dict(corrections),
        "profile": dict(played_by.as_json()),
    }


def formats_for(sides: int, players_a_side: int) -> list[str]:
    """Return the formats for the given sides per match and players per side, the most common format first."""
    return [key for key, form in FORMATS.items() if form.fits(sides, players_a_side)]


def _refuse_sides(game: CardGame, form: str, sides: int, where: str) -> None:
    """Raise BadSetup if the format does not support the number of sides or the game's players per side."""
    if FORMATS[form].fits(sides, game.players_a_side):
        return
    text = _("“%(format)s” cannot be played with %(sides)s sides at a table. Choose one of: %(known)s.")
    if game.players_a_side % FORMATS[form].partners:
        text = _(
            "“%(format)s” gives everybody a partner, and in %(game)s everybody plays alone. "
            "Choose one of: %(known)s."
        )
    values: dict[str, int | str | Sentence] = {
        "format": Sentence(FORMATS[form].name),
        "game": Sentence(game.name),
        "sides": sides,
        "known": ", ".join(formats_for(sides, game.players_a_side)),
    }
    sentence = Sentence(text, values)
    raise BadSetup(
        "format_sides", sentence, (Problem("format_sides", "", "error", f"{where}/format", sentence),)
    )


def same_partners(formats: Sequence[str]) -> int:
    """Return the number of entrants that form one side; raise BadSetup if the formats have different numbers.

    The number is two if players enter alone for a game of pairs. `formats` must not be empty.
    """
    partners = FORMATS[formats[0]].partners
    for place, form in enumerate(formats):
        if FORMATS[form].partners != partners:
            text = _(
                "Pairs enter for one of these stages and single players for the other. "
                "Make two tournaments of them, or choose another format."
            )
            problem = Problem("partners_differ", "", "error", f"/stages/{place}/format", Sentence(text))
            raise BadSetup("partners_differ", Sentence(text), (problem,))
    return partners


def _chosen(game: CardGame, profile: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a profile that differ from the default values."""
    usual = read_profile(game, {}).as_json()
    chosen_options = {option: value for option, value in profile.items() if option not in game.defaults}
    following = read_profile(game, chosen_options).as_json()
    defaults = usual | {option: following[option] for option in game.defaults}
    return {option: value for option, value in profile.items() if defaults.get(option) != value}


def _refuse_tables(tables: int) -> None:
    if not 1 <= tables <= MOST_TABLES:
        sentence = Sentence(_("Give the number of tables: from 1 to %(most)s."), {"most": MOST_TABLES})
        raise BadSetup("tables_range", sentence, (Problem("tables_range", "", "error", "/tables", sentence),))


def _refuse_minutes() -> None:
    text = _("Give the minutes in which results may still be corrected: from 0 to %(most)s, a week.")
    sentence, where = Sentence(text, {"most": MOST_MINUTES}), "/correction_minutes"
    problem = Problem("correction_minutes_range", "", "error", where, sentence)
    raise BadSetup("correction_minutes_range", sentence, (problem,))


def change_stage(stage: Stage, setup: StageSetup, *, author: Author, at: datetime) -> Stage:
    """Change the rules of a stage, and return the stage with its new values.

    Raises:
        BadSetup: the rules are invalid, or a bracket would not be the last stage, or the formats of the
            stages have different numbers of entrants on a side.
        NotNow: the stage is drawn, or teams have entered that do not fit the new format.
    """
    tournament = stage.tournament
    values = checked_stage(CARD_GAMES[tournament.card_game], tournament.profile, setup, "")
    with transaction.atomic():
        note_change(tournament.pk, "entries")
        _keep_order(stage, setup.format)
        _change_partners(stage, setup.format)
        follow_up("plan", tournament)
        changed = Stage.objects.filter(pk=stage.pk, state="planned").update(**values)
        if not changed:
            text = _("This stage is already drawn: what it plays by does not change any more.")
            raise NotNow("stage_drawn", Sentence(text))
        note_move(tournament.pk, "rules_changed", author=author, at=at)
    stage.refresh_from_db()
    return stage


def _keep_order(stage: Stage, form: str) -> None:
    """Raise BadSetup if the change puts a bracket before another stage."""
    stages = Stage.objects.filter(tournament=stage.tournament_id).order_by("number")
    formats = [form if other.pk == stage.pk else other.format for other in stages]
    check_stages([StageSetup(each) for each in formats])


def _change_partners(stage: Stage, form: str) -> None:
    """Switch a tournament between pairs and single players; raise NotNow if a team has already entered."""
    if FORMATS[form].partners == FORMATS[stage.format].partners:
        return
    other_stages = Stage.objects.filter(tournament=stage.tournament_id).exclude(pk=stage.pk)
    partners = same_partners([form, *other_stages.values_list("format", flat=True)])
    if stage.tournament.teams.exists():
        text = _(
            "Those who entered do not fit: pairs enter for one of these formats, single players for the "
            "other. Take them off the list first, or make another tournament."
        )
        raise NotNow("partners_entered", Sentence(text))
    Tournament.objects.filter(pk=stage.tournament_id).update(partners=partners)
    stage.tournament.partners = partners


def change_tournament(tournament: Tournament, *, author: Author, at: datetime, **values: Any) -> Tournament:
    """Change columns of a tournament, such as name, start, tables or visibility; also change its notice.

    The slug stays the same. A `notice` of None removes the notice.

    Raises:
        BadEntry: the name or the notice is invalid.
        BadSetup: another value is invalid.
        NotNow: a tournament that has been published would become a draft; the trial flag would change after
            the draw; or the notice would be removed while it has entry requests without an answer.
    """
    _check_values(tournament, values)
    with transaction.atomic():
        if "notice" in values:
            write_notice(tournament, values.pop("notice"), author=author, at=at)
            if not values:
                return tournament
        _settle_trial(tournament, values)
        Tournament.objects.filter(pk=tournament.pk).update(**values)
        note_move(tournament.pk, act_of(tournament, values), author=author, at=at)
        note_change(tournament.pk, "entries")
        follow_up("plan", tournament)
        if values.keys() & {"visibility", "standings_until"}:
            follow_up("visibility", tournament)
        for stage in tournament.stages.filter(state="playing") if "tables" in values else ():
            enqueue(
                "bracket", stage.pk, tournament_id=tournament.pk
            )  # waiting matches are called to the new tables
    tournament.refresh_from_db()
    return tournament


def _check_values(tournament: Tournament, values: dict[str, Any]) -> None:
    """Validate the new values and replace each by its cleaned form; raise BadSetup or NotNow if invalid."""
    if "visibility" in values:
        refuse_visibility(Visibility(tournament.visibility), Visibility(values["visibility"]))
    if "name" in values:
        values["name"] = clean_name(values["name"])
    if "tables" in values:
        _refuse_tables(values["tables"])
    if not 0 <= values.get("correction_minutes", 0) <= MOST_MINUTES:
        _refuse_minutes()
    withheld_standings.check_until(values.get("standings_until"))
    if "closed_pages" in values:
        values["closed_pages"] = check_closed(values["closed_pages"])


def _settle_trial(tournament: Tournament, values: Mapping[str, Any]) -> None:
    """Raise NotNow if the trial flag is changed after the draw."""
    if values.get("trial", tournament.trial) == tournament.trial:
        return
    locked = Tournament.objects.filter(pk=tournament.pk, state="entries").update(version=F("version"))
    if not locked or Draw.objects.filter(stage__tournament=tournament.pk).exists():
        text = _("The draw was made: what is a trial stays one, and what is none does not become one.")
        raise NotNow("trial_settled", Sentence(text))


def act_of(tournament: Tournament, values: Mapping[str, Any]) -> str:
    """Return the kind of journal entry for changing the tournament to `values`.

    The object `tournament` must still have the old values.
    """
    new = {name: value for name, value in values.items() if getattr(tournament, name) != value}
    if "standings_until" in new:
        return "standings_freed" if new["standings_until"] is None else "standings_held"
    if "closed_pages" in new:
        return "pages_closed" if new["closed_pages"] else "pages_opened"
    if "embeddable" in new:
        return "embedding_allowed" if new["embeddable"] else "embedding_stopped"
    return "tournament_changed"
