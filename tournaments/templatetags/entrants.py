"""Texts that call the entrants "pairs" or, in a tournament of single players, "players".

Each sentence is written in full in both forms, so that it can be translated into any language. Pages take
sentences about entrants from `called`, by key.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template
from django.utils.translation import gettext_lazy as _, ngettext_lazy, npgettext_lazy, pgettext_lazy

from tournaments.models import Tournament

register = template.Library()


class Words(NamedTuple):
    """A text in two forms: for pairs, and for single players."""

    pairs: Any
    alone: Any


CALLED: Mapping[str, Words] = {
    # names of columns, pages, fields
    "all": Words(_("Pairs"), _("Players")),
    "one": Words(_("Pair"), _("Player")),
    "team": Words(_("Team"), _("Player")),
    "teams entered": Words(_("Teams entered"), _("Players entered")),
    "champions": Words(_("Champions"), _("Champion")),
    "won it": Words(_("champions"), _("champion")),
    "enter": Words(_("Enter a team"), _("Enter a player")),
    "more fields": Words(_("Name, club, town, seed"), _("Club, town, seed")),
    "player": Words(_("Player %(number)s"), _("Name and surname")),
    "page of one": Words(_("Page of the pair"), _("Page of the player")),
    "find": Words(_("Find your pair"), _("Find your name")),
    "see all": Words(_("See the pairs"), _("See the players")),
    "see everybody": Words(_("See all the pairs"), _("See all the players")),
    "columns": Words(_("Player 1, Player 2"), _("Player, or Name and Surname")),
    "more columns": Words(
        _("Member number 1, Member number 2, Club, Town, Team name, Seed: if you like"),
        _("Member number, Club, Town, Seed: if you like"),
    ),
    # numbers of entrants
    "count": Words(
        ngettext_lazy("%(count)d pair", "%(count)d pairs", "count"),
        ngettext_lazy("%(count)d player", "%(count)d players", "count"),
    ),
    "of places": Words(
        ngettext_lazy("%(taken)d of %(count)d pair", "%(taken)d of %(count)d pairs", "count"),
        ngettext_lazy("%(taken)d of %(count)d player", "%(taken)d of %(count)d players", "count"),
    ),
    "place": Words(_("Pair no. %(number)s"), _("Player no. %(number)s")),
    "place of": Words(
        ngettext_lazy("Pair no. %(number)s of %(count)d", "Pair no. %(number)s of %(count)d", "count"),
        ngettext_lazy("Player no. %(number)s of %(count)d", "Player no. %(number)s of %(count)d", "count"),
    ),
    "of so many": Words(
        ngettext_lazy("of %(count)d pair", "of %(count)d pairs", "count"),
        ngettext_lazy("of %(count)d player", "of %(count)d players", "count"),
    ),
    "who entered": Words(
        npgettext_lazy("after a large number", "pair", "pairs", "count"),
        npgettext_lazy("after a large number", "player", "players", "count"),
    ),
    "teams": Words(
        ngettext_lazy("%(count)d team", "%(count)d teams", "count"),
        ngettext_lazy("%(count)d player", "%(count)d players", "count"),
    ),
    "entered": Words(
        ngettext_lazy("%(count)d pair entered", "%(count)d pairs entered", "count"),
        ngettext_lazy("%(count)d player entered", "%(count)d players entered", "count"),
    ),
    "entered so far": Words(
        ngettext_lazy("%(entered)s pair entered.", "%(entered)s pairs entered.", "entered"),
        ngettext_lazy("%(entered)s player entered.", "%(entered)s players entered.", "entered"),
    ),
    "entered.": Words(
        ngettext_lazy("%(count)s team entered.", "%(count)s teams entered.", "count"),
        ngettext_lazy("%(count)s player entered.", "%(count)s players entered.", "count"),
    ),
    "here": Words(
        ngettext_lazy(
            "%(present)s pair here of %(entered)s.", "%(present)s pairs here of %(entered)s.", "present"
        ),
        ngettext_lazy(
            "%(present)s player here of %(entered)s.", "%(present)s players here of %(entered)s.", "present"
        ),
    ),
    "in order": Words(
        ngettext_lazy("%(count)s pair, in order", "%(count)s pairs, in order", "count"),
        ngettext_lazy("%(count)s player, in order", "%(count)s players, in order", "count"),
    ),
    "team present": Words(
        ngettext_lazy("team present", "teams present", "count"),
        ngettext_lazy("player present", "players present", "count"),
    ),
    "team entered": Words(
        ngettext_lazy("team entered", "teams entered", "count"),
        ngettext_lazy("player entered", "players entered", "count"),
    ),
    "absent": Words(
        ngettext_lazy(
            "%(count)d absent team is left out of the draw",
            "%(count)d absent teams are left out of the draw",
            "count",
        ),
        ngettext_lazy(
            "%(count)d absent player is left out of the draw",
            "%(count)d absent players are left out of the draw",
            "count",
        ),
    ),
    "expected": Words(
        ngettext_lazy(
            "%(count)d team still expected: %(names)s", "%(count)d teams still expected: %(names)s", "count"
        ),
        ngettext_lazy(
            "%(count)d player still expected: %(names)s",
            "%(count)d players still expected: %(names)s",
            "count",
        ),
    ),
    "with a bye": Words(
        ngettext_lazy(
            "%(count)d pair goes through without playing",
            "%(count)d pairs go through without playing",
            "count",
        ),
        ngettext_lazy(
            "%(count)d player goes through without playing",
            "%(count)d players go through without playing",
            "count",
        ),
    ),
    "byes": Words(
        ngettext_lazy(
            "With %(teams)s pairs %(count)d has a bye in the first round",
            "With %(teams)s pairs %(count)d have a bye in the first round",
            "count",
        ),
        ngettext_lazy(
            "With %(teams)s players %(count)d has a bye in the first round",
            "With %(teams)s players %(count)d have a bye in the first round",
            "count",
        ),
    ),
    "no byes": Words(
        _("With %(teams)s pairs nobody has a bye"), _("With %(teams)s players nobody has a bye")
    ),
    # presence: Italian needs “tutte” for pairs and “tutti” for players
    "all here": Words(_("Check everybody in"), pgettext_lazy("players", "Check everybody in")),
    "others here": Words(_("Check the others in"), pgettext_lazy("players", "Check the others in")),
    "others absent": Words(_("Mark the others absent"), pgettext_lazy("players", "Mark the others absent")),
    "expected one": Words(_("Not here yet"), pgettext_lazy("players", "Not here yet")),
    "settle presence": Words(
        ngettext_lazy(
            "%(count)d team is not checked in yet: say whether it is here before you draw.",
            "%(count)d teams are not checked in yet: say whether they are here before you draw.",
            "count",
        ),
        ngettext_lazy(
            "%(count)d player is not checked in yet: say whether they are here before you draw.",
            "%(count)d players are not checked in yet: say whether they are here before you draw.",
            "count",
        ),
    ),
    # whole sentences
    "fee": Words(_("%(amount)s a pair"), _("%(amount)s a player")),
    "nobody twice": Words(_("Nobody is in two teams"), _("Nobody is entered twice")),
    "none yet": Words(
        _("No team yet. Write two names and press Enter."), _("Nobody yet. Write a name and press Enter.")
    ),
    "none left": Words(_("No pair has left."), _("No player has left.")),
    "none absent": Words(_("No pair is absent."), _("No player is absent.")),
    "none so called": Words(_("No pair by that name"), _("Nobody by that name")),
    "one a row": Words(
        _("One team a row. The first row may say what the columns are, in any order:"),
        _("One player a row. The first row may say what the columns are, in any order:"),
    ),
    "take off": Words(
        _("Before the draw a team can be taken off. Its players stay known for another time."),
        _("Before the draw a player can be taken off. The name stays known for another time."),
    ),
    "go on": Words(
        ngettext_lazy("the first qualifies: %(stage)s", "the first %(count)d qualify: %(stage)s", "count"),
        npgettext_lazy(
            "players",
            "the first qualifies: %(stage)s",
            "the first %(count)d qualify: %(stage)s",
            "count",
        ),
    ),
    "still in": Words(_("the pairs above are still in"), _("the players above are still in")),
    "all at once": Words(
        _("All play at the same time, nobody waits."),
        pgettext_lazy("players", "All play at the same time, nobody waits."),
    ),
    "left early": Words(_("left before the end"), pgettext_lazy("a player", "left before the end")),
    "turn first": Words(_("Turn the first pair"), _("Turn the first player")),
    "turned together": Words(
        _(
            "The space bar turns the next pair, here, on the big screen and on the phones. "
            "“All” makes the draw at once."
        ),
        _(
            "The space bar turns the next player, here, on the big screen and on the phones. "
            "“All” makes the draw at once."
        ),
    ),
    "by seeds": Words(_("No lot: the pairs are placed by seed"), _("No lot: the players are placed by seed")),
    "no chance": Words(
        _(
            "Seeds leave nothing to chance: the pairs stand in the order of their seeds, "
            "the others in the order they entered."
        ),
        _(
            "Seeds leave nothing to chance: the players stand in the order of their seeds, "
            "the others in the order they entered."
        ),
    ),
    "the sides": Words(_("The pairs"), _("The players")),
    "begins when known": Words(
        _("Begins when both pairs are known."), _("Begins when it is known who sits here.")
    ),
    "wait": Words(_("Waiting for the pairs"), _("Waiting for the players")),
    "all signed": Words(_("Signed by both pairs"), _("Signed by everybody")),
    # sentences of the journal
    "arrived": Words(pgettext_lazy("a pair", "Arrived"), pgettext_lazy("a player", "Arrived")),
    "moved: entered": Words(_("Teams entered: %(teams)s"), _("Players entered: %(teams)s")),
    "moved: entered one": Words(
        pgettext_lazy("a pair", "%(team)s: entered"), pgettext_lazy("a player", "%(team)s: entered")
    ),
    "moved: changed": Words(
        pgettext_lazy("a pair", "%(team)s: entry put right"),
        pgettext_lazy("a player", "%(team)s: entry put right"),
    ),
    "moved: withdrawn": Words(_("A team was taken off the list"), _("A player was taken off the list")),
    "moved: signed": Words(
        pgettext_lazy("a pair", "signed by %(team)s"), pgettext_lazy("a player", "signed by %(team)s")
    ),
}


def alone(tournament: Tournament) -> bool:
    """Return True if every team of the tournament is a single player."""
    return tournament.team_size == 1


def called(key: str, tournament: Tournament, **values: object) -> str:
    """Return the text with this key in the form that fits the entrants of this tournament."""
    return words_for(key, single=alone(tournament), **values)


def words_for(key: str, *, single: bool, **values: object) -> str:
    """Return the text with this key: for single players if `single` is True, otherwise for pairs."""
    words = CALLED[key]
    sentence = words.alone if single else words.pairs
    return str(sentence % values if values else sentence)


@register.simple_tag(name="called", takes_context=True)
def called_tag(context: template.Context, key: str, **values: object) -> str:
    """Return the text in the form that fits the entrants of the page's tournament (or of tournament `of`)."""
    tournament = values.pop("of", None) or context["tournament"]
    return called(key, tournament, **values)  # type: ignore[arg-type]


@register.simple_tag(name="each_alone", takes_context=True)
def each_alone(context: template.Context) -> bool:
    """Return True if every team of the page's tournament is a single player."""
    return alone(context["tournament"])
