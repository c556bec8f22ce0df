"""Several stages as one, for the overall table."""

from collections.abc import Sequence

from tournaments.rules.stage import Meeting, StageState


def joined(stages: Sequence[StageState]) -> StageState:
    """Join them: their matches in order, each counted by its own stage.

    The order of the lines is that of the first stage each was in; rounds count on from stage to stage.
    """
    meetings: list[Meeting] = []
    for stage in stages:
        played = max((meeting.round for meeting in meetings), default=0)
        meetings += [meeting._replace(round=played + meeting.round) for meeting in stage.meetings]
    entrants = dict.fromkeys(who for stage in stages for who in stage.entrants)
    lots = tuple(lot for stage in reversed(stages) for lot in stage.lots)
    return StageState(tuple(entrants), tuple(meetings), lots=lots, parts=tuple(stages))
