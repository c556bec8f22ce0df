"""A second, simple implementation of the places of a finished bracket, by the round each entrant reached."""

from collections.abc import Mapping, Sequence

from tests.campaign.brackets import NOBODY, UNKNOWN, Bracket, Part, Who

# Entrants with shared places, the best first.
Tiers = list[list[int]]
# Entrants that would be in a match if they had not left.
Left = Mapping[str, Sequence[int]]
# The winner and the loser that each finished match sends on.
Sent = Mapping[str, tuple[Who, Who]]


def first_places(tiers: Tiers, *, champion: bool) -> dict[int, int]:
    """Return the first place of each tier's entrants; nobody is first if nobody won the final.

    In this case each tier moves down by one, as far as the first shared tier, which ends at its usual place.
    """
    found: dict[int, int] = {}
    above, moved = 0, not champion
    for tier in tiers:
        found |= dict.fromkeys(tier, above + 1 + moved)
        above += len(tier)
        moved = moved and len(tier) == 1
    return found


def knockout_tiers(
    bracket: Bracket, sides: Mapping[str, Sequence[Who]], sent: Sent, lines: Sequence[int], left: Left
) -> Tiers:
    """Return the tiers of a knockout: later rounds first; entrants that left are last in their part."""
    return [tier for tier in _tiers(bracket.whole, sides, sent, left, list(lines)) if tier]


def _tiers(
    part: Part | None, sides: Mapping[str, Sequence[Who]], sent: Sent, left: Left, inside: list[int]
) -> Tiers:
    if part is None:
        return [inside]
    passed = list(inside)
    beaten: list[int] = []
    gone: list[int] = []
    for label in part.labels:
        for who in sides[label]:
            if isinstance(who, int) and who != sent[label][0]:
                passed.remove(who)
                (beaten if who == sent[label][1] else gone).append(who)
        for who in left.get(label, ()):
            passed.remove(who)
            gone.append(who)
    better = _tiers(part.winners, sides, sent, left, passed)
    if part.losers is None:
        return [*better, beaten + gone]
    return [*better, *_tiers(part.losers, sides, sent, left, beaten), gone]


def double_tiers(bracket: Bracket, sides: Mapping[str, Sequence[Who]], sent: Sent, left: Left) -> Tiers:
    """Return the tiers: champion, other finalist, then the losers of each lower round, last round first."""
    champion = sent[bracket.final][0]
    finals = [who for who in sides["F"] if isinstance(who, int) and who != champion]
    finals += [who for label in ("F", "F2") for who in left.get(label, ())]
    finals = list(dict.fromkeys(finals))
    by_round: dict[int, list[int]] = {}
    for label, turn in bracket.rounds.items():
        if label[0] == "F":
            continue
        on = sent[label] if label[0] == "U" else sent[label][:1]
        out = [who for who in sides[label] if who not in (NOBODY, UNKNOWN) and who not in on]
        by_round.setdefault(turn + (label[0] == "U"), []).extend(int(who) for who in out)
        by_round[turn + (label[0] == "U")].extend(left.get(label, ()))
    tiers = [[champion] if isinstance(champion, int) else [], finals]
    tiers += [by_round[turn] for turn in sorted(by_round, reverse=True)]
    return [tier for tier in tiers if tier]
