"""Why one is ahead of another in the standings of a stage or of several: asked of what the standings fold."""

from collections.abc import Sequence

from tournaments.models import Stage
from tournaments.rules.overall import joined
from tournaments.rules.standings import Group, Step, why
from tournaments.rules.tiebreaks import read_tie_breaks
from tournaments.selectors.folding import facts_of
from tournaments.selectors.standings import state_seen
from tournaments.types import EntrantId


def why_ahead(
    stages: Sequence[Stage],
    first: EntrantId,
    second: EntrantId,
    ordered: Group = (),
    after: int | None = None,
    *,
    whole: bool = False,
) -> tuple[Step, ...]:
    """Return the questions up to the one that parts the two: two queries or three.

    Several stages count together; `ordered` are those of a group, where they have standings of their own;
    `after` is the round of a stage after which it is asked; `whole` as in the standings.
    """
    drawn = facts_of(stages)
    seen = (state_seen(drawn[stage.pk], whole=whole)[0] for stage in stages if stage.pk in drawn)
    states = [state.after(after) for state in seen]
    together = states[0] if len(stages) == 1 else joined(states)
    return why(together, read_tie_breaks(stages[-1].tie_breaks), first, second, ordered)
