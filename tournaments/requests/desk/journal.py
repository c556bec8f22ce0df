"""Journal entries about entry requests. They contain request numbers, but no contact data and no messages."""

from dataclasses import replace

from django.utils.translation import gettext as _, gettext_lazy

from tournaments.models import EntryRequest, RequestMove
from tournaments.values.requests import RequestAct
from tournaments.web.club_journal import JournalFilter, JournalLine

# The prefix of the kinds of actions: the journal of a tournament may have a kind of the same name.
KIND = "request_"
ACTS = {
    RequestAct.ASK: gettext_lazy("Request %(number)s came in from home"),
    RequestAct.ACCEPT: gettext_lazy("Request %(number)s was accepted"),
    RequestAct.MOVE_UP: gettext_lazy("Request %(number)s got a place"),
    RequestAct.WAIT: gettext_lazy("Request %(number)s waits"),
    RequestAct.REFUSE: gettext_lazy("Request %(number)s was refused"),
    RequestAct.WITHDRAW: gettext_lazy("Request %(number)s was withdrawn"),
    RequestAct.JOIN: gettext_lazy("Request %(number)s was joined to another"),
    RequestAct.RENAME: gettext_lazy("The names of request %(number)s were put right"),
    RequestAct.ARRIVE: gettext_lazy("Request %(number)s: they are in the hall"),
}

JOURNAL_KINDS = {f"{KIND}{act}": words for act, words in ACTS.items()}


def journal_lines(wanted: JournalFilter) -> list[JournalLine]:
    """Return the journal entries about requests that match the filter.

    Two queries; none if the filter selects another kind of action.
    """
    if not wanted.kind.startswith(KIND) and wanted.kind:
        return []
    where = {"tournament": wanted.tournament} if wanted.tournament else {}
    rows = RequestMove.objects.filter(**where).select_related("user", "tournament")
    moves: list[RequestMove] = replace(wanted, kind=wanted.kind.removeprefix(KIND)).of(rows)
    ids = {move.request_id for move in moves}
    requests = EntryRequest.objects.select_related("team").in_bulk(ids) if ids else {}
    return [_line(move, requests.get(move.request_id)) for move in moves]


def _line(move: RequestMove, request: EntryRequest | None) -> JournalLine:
    act = str(ACTS[RequestAct(move.kind)]) % {"number": request.number if request else "?"}
    team = request.team.name if request and request.team else ""
    words = _("%(match)s: %(act)s") % {"match": team, "act": act} if team else act
    return replace(JournalLine.of(move, move.tournament.name, words), kind=f"{KIND}{move.kind}")
