"""Independent reference implementation of final places in a bracket.

A tier is a list of entrants who share a place because they reached the same round. Tiers are ordered from
best to worst.
"""

from collections.abc import Mapping, Sequence

from tests.campaign.brackets import NOBODY, UNKNOWN, Bracket, Occupant, Part

# Entrants with shared places, the best first.
Tiers = list[list[int]]
# Entrants that would be in a match if they had not left.
Departures = Mapping[str, Sequence[int]]
# The winner and the loser that each finished match sends on.
Sent = Mapping[str, tuple[Occupant, Occupant]]


def first_places(tiers: Tiers, *, champion: bool) -> dict[int, int]:
    """Return the place of each entrant; all entrants of a tier share one place.

    Without a champion, nobody has place 1. The first tiers then move down by one place, up to and including
    the first tier that has several entrants.
    """
    first_place: dict[int, int] = {}
    above, moved = 0, not champion
    for tier in tiers:
        first_place |= dict.fromkeys(tier, above + 1 + moved)
        above += len(tier)
        moved = moved and len(tier) == 1
    return first_place


def knockout_tiers(
    bracket: Bracket,
    sides: Mapping[str, Sequence[Occupant]],
    sent: Sent,
    lines: Sequence[int],
    departures: Departures,
) -> Tiers:
    """Return the tiers of a knockout, by the last round that each entrant reached, from best to worst.

    Withdrawn entrants come last in their round: they are in the tier of the losers, or in a lower tier if the
    losers play for places.
    """
    return [tier for tier in _tiers(bracket.root, sides, sent, departures, list(lines)) if tier]


def _tiers(
    part: Part | None,
    sides: Mapping[str, Sequence[Occupant]],
    sent: Sent,
    departures: Departures,
    inside: list[int],
) -> Tiers:
    if part is None:
        return [inside]
    passed = list(inside)
    beaten: list[int] = []
    departed: list[int] = []
    for label in part.labels:
        for occupant in sides[label]:
            if isinstance(occupant, int) and occupant != sent[label][0]:
                passed.remove(occupant)
                (beaten if occupant == sent[label][1] else departed).append(occupant)
        for occupant in departures.get(label, ()):
            passed.remove(occupant)
            departed.append(occupant)
    better = _tiers(part.winners, sides, sent, departures, passed)
    if part.losers is None:
        return [*better, beaten + departed]
    return [*better, *_tiers(part.losers, sides, sent, departures, beaten), departed]


def double_tiers(
    bracket: Bracket, sides: Mapping[str, Sequence[Occupant]], sent: Sent, departures: Departures
) -> Tiers:
    """Return the tiers of a double knockout: champion, finalist, then the losers of each lower round."""
    champion = sent[bracket.final][0]
    finals = [occupant for occupant in sides["F"] if isinstance(occupant, int) and occupant != champion]
    finals += [entrant for label in ("F", "F2") for entrant in departures.get(label, ())]
    finals = list(dict.fromkeys(finals))
    by_round: dict[int, list[int]] = {}
    for label, turn in bracket.rounds.items():
        if label[0] == "F":
            continue
        on = sent[label] if label[0] == "U" else sent[label][:1]
        out = [
            occupant for occupant in sides[label] if occupant not in (NOBODY, UNKNOWN) and occupant not in on
        ]
        by_round.setdefault(turn + (label[0] == "U"), []).extend(int(occupant) for occupant in out)
        by_round[turn + (label[0] == "U")].extend(departures.get(label, ()))
    tiers = [[champion] if isinstance(champion, int) else [], finals]
    tiers += [by_round[turn] for turn in sorted(by_round, reverse=True)]
    return [tier for tier in tiers if tier]
