"""The service that saves a card game's house rules, unless they changed after the page was loaded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from scoring.game_parts.card_game import CardGame
from scoring.sheet.rules.reader import read_profile
from scoring.sheet.services.log import Author
from scoring.types import NotNow, Sentence, _
from tournaments.competition.correction_policies import read_policy
from tournaments.competition.standings.tiebreaks import read_tie_breaks
from tournaments.house_rules.rules.choices import EVERY_FAMILY
from tournaments.house_rules.rules.stage_points import read_stage_points
from tournaments.house_rules.selectors import HouseRulesNow, house_rules_now
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import HouseRules


@dataclass(frozen=True)
class HouseSetup:
    """The submitted house rules of a card game; a missing value means the default."""

    profile: Mapping[str, Any] = field(default_factory=dict)
    tie_breaks: Sequence[str] = ()
    match_points: Mapping[str, Any] = field(default_factory=dict)
    corrections: Mapping[str, Any] = field(default_factory=dict)


def save_house_rules(
    game: CardGame, setup: HouseSetup, *, version: int | None, author: Author, at: datetime
) -> HouseRulesNow:
    """Save the rules; raise BadSetup if the rules are invalid, or NotNow if `version` is outdated.

    If `version` is None, outdated rules are not detected. Unchanged rules are not saved again.
    """
    values = checked_rules(game, setup)
    now = house_rules_now(game)
    if now.version and all(getattr(now, name) == value for name, value in values.items()):
        return now
    if version is not None and version != now.version:
        raise _changed_since()
    with transaction.atomic():
        _write(game, now.version, values)
        body = {"card_game": game.key, "version": now.version + 1, **values}
        note_club("house_rules_set", author=author, at=at, body=body)
    return house_rules_now(game)


def checked_rules(game: CardGame, setup: HouseSetup) -> dict[str, Any]:
    """Return the rules with defaults filled in; raise BadSetup with the errors in the first invalid part.

    The parts are checked in this order: profile, correction policy, match points, tie-breaks.

    The correction policy must be valid for every format, because house rules apply to stages of any format.
    """
    profile = read_profile(game, dict(setup.profile), "/profile")
    for family in EVERY_FAMILY:
        read_policy(setup.corrections, family)
    points = read_stage_points(game, setup.match_points, "")
    return {
        "profile": dict(profile.as_json()),
        "tie_breaks": list(read_tie_breaks(setup.tie_breaks)),
        "match_points": {} if game.by_net else points.as_json(),
        "corrections": dict(setup.corrections),
    }


def _write(game: CardGame, version: int, values: Mapping[str, Any]) -> None:
    """Save the rules if `version` is still current; raise NotNow if another request has saved rules first."""
    if version:
        same = HouseRules.objects.filter(card_game=game.key, version=version)
        if not same.update(version=version + 1, **values):
            raise _changed_since()
        return
    try:
        with transaction.atomic():
            HouseRules.objects.create(card_game=game.key, **values)
    except IntegrityError as second:
        raise _changed_since() from second


def _changed_since() -> NotNow:
    text = _("Somebody else has saved these rules meanwhile. Look at them again, then save yours.")
    return NotNow("house_rules_changed", Sentence(text))
