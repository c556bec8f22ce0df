"""The size of a stage as a sentence: the number of its groups (if any), matches and rounds."""

from scoring.types import Sentence, _, ngettext, sentence
from tournaments.competition.format_parts.format import Format, Options, RoundByRound
from tournaments.competition.types import Line, Plan


def size_in_words(form: Format, plan: Plan, options: Options, sides: int) -> Sentence:
    """Return the size of a stage as a sentence, by default with the number of matches and rounds."""
    entrants = len(plan.entrants)
    if form.plan_in_words:
        return form.plan_in_words(entrants, options, sides)
    matches, turns = _size(form, plan, options, sides)
    return sentence(
        _("%(format)s of %(count)s: %(matches)s in %(turns)s."),
        format=Sentence(form.name),
        count=entrants,
        matches=ngettext("%(count)s match", "%(count)s matches", matches),
        turns=ngettext("%(count)s round", "%(count)s rounds", turns),
    )


def _size(form: Format, plan: Plan, options: Options, sides: int) -> tuple[int, int]:
    """Return the numbers of matches and of rounds of a stage."""
    entrants = len(plan.entrants)
    if isinstance(form.paired, RoundByRound):
        turns = form.paired.rounds(entrants, options, sides)
        return turns * (entrants // (sides * form.partners)), turns
    played = [
        match
        for match in plan.matches
        if all(not isinstance(source, Line) or source.number <= entrants for source in match.sources)
    ]
    return len(played), plan.rounds
