"""The published commitment to the draw of a stage. The salt of the commitment is revealed after the draw."""

from tournaments.models import Draw, DrawCommitment, Stage


def last_commitment(stage: Stage) -> DrawCommitment | None:
    """Return the commitment of the current draw or, before the draw, the latest unused one.

    Return None if there is no commitment.
    """
    rows = list(stage.commitments.filter(round=Draw.FIRST_ROUND).select_related("draw").order_by("-attempt"))
    if stage.state != "planned":
        return next((each for each in rows if hasattr(each, "draw")), rows[0] if rows else None)
    return next((each for each in rows if not hasattr(each, "draw")), None)
