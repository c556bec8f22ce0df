"""A paper sheet is typed in at the desk, hand by hand, by keyboard alone; the rules check it as on the phone.

A row that is refused stays as it was typed, with the cursor where it is wrong; nothing else is touched.
"""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.sheet.rules.log import Place, SheetLog
from scoring.sheet.services.hands import Writing, WritingResult
from scoring.sheet.services.log import sheet_log
from scoring.translation import say
from scoring.types import RuleError
from tournaments.errors import status_of
from tournaments.lifecycle.rules import AT_A_TABLE
from tournaments.models import Tournament
from tournaments.results.public.sheet import hand_words
from tournaments.results.selectors.matches import MatchNow, one_match
from tournaments.results.services import results
from tournaments.stages.selectors.stage_facts import rounds_of
from tournaments.tables.desk.paper_form import PaperForm
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, match_of
from tournaments.web.sheet_view import SheetView, sheet_view
from tournaments.web.words import game_words, match_words, table_words, targets_of

WHOLE = re.compile(r"-?[0-9]{1,5}")
OF_A_GAME = re.compile(r"/games/([0-9]+)(/.*)?")
LONGEST = 6


@dataclass(frozen=True)
class Input:
    """One number: of which game and side."""

    name: str
    label: str
    typed: str


@dataclass
class GameInputs:
    """One game that is not written hand by hand, and what is wrong with what was typed."""

    number: int
    label: str
    inputs: tuple[Input, ...]
    wrong: list[str] = field(default_factory=list)
    first_wrong: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(each.typed for each in self.inputs)


@dataclass
class FinalsForm:
    """Every game that has no hands, with what stands or was sent."""

    view: SheetView
    log: SheetLog
    data: QueryDict | None = None
    refusal: list[str] = field(default_factory=list)

    @cached_property
    def games(self) -> list[GameInputs]:
        """The games, the first first."""
        return [self._game(number) for number in range(1, self.view.profile.games + 1) if self._open(number)]

    def _open(self, number: int) -> bool:
        standing = self.log.hands.get((number, 1))
        sent = self.data is not None and any(self._sent(number, side) for side in range(len(self.view.sides)))
        return standing is None or "final" in standing.body or sent

    def _game(self, number: int) -> GameInputs:
        label = game_words(number, targets_of(self.view.match.match.stage))
        sides = sorted(self.view.sides, key=lambda side: side.side)
        inputs = tuple(
            Input(
                f"final-{number}-{side.side}",
                _("%(what)s: %(whose)s") % {"what": label, "whose": side.name},
                self._typed(number, side.side),
            )
            for side in sides
        )
        return GameInputs(number, label, inputs)

    def _sent(self, number: int, side: int) -> str:
        return self.data.get(f"final-{number}-{side}", "").strip()[:LONGEST] if self.data is not None else ""

    def _typed(self, number: int, side: int) -> str:
        if self.data is not None:
            return self._sent(number, side)
        standing = self.log.hands.get((number, 1))
        return str(standing.body["final"][side]) if standing and "final" in standing.body else ""

    def scores(self) -> dict[int, list[Any]]:
        """Return what was typed as the rules read it, without the games left empty."""
        return {
            game.number: [
                int(each.typed) if WHOLE.fullmatch(each.typed) else each.typed for each in game.inputs
            ]
            for game in self.games
            if not game.empty
        }

    def refuse(self, refusal: RuleError) -> None:
        """Say every problem beside the game it is about."""
        self.refusal.append(say(refusal.message))
        by_number = {game.number: game for game in self.games}
        for problem in refusal.problems:
            found = OF_A_GAME.match(problem.where)
            game = by_number.get(int(found[1]) + 1) if found else None
            (game.wrong if game else self.refusal).append(say(problem.message))
        wrong = next((game for game in self.games if game.wrong), None)
        if wrong:
            wrong.first_wrong = True


PLACE = re.compile(r"([1-9][0-9]?)-([1-9][0-9]{0,2})")


@desk("rule_on_hand", "GET", "HEAD", "POST")
def paper(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Show the rows typed so far and the next one; write, correct or keep as void the one that was sent."""
    match = one_match(match_of(tournament, match_id).pk)
    match.match.stage.tournament = match.match.tournament = tournament
    if match.match.state not in AT_A_TABLE:
        return redirect("desk_match", tournament.slug, match_id)
    log = sheet_log(match_id)
    view = sheet_view(match, log)
    if request.method != "POST":
        place = _read_place(request.GET.get("mano", "")) or next_place(view, log)
        return _page(request, view, log, _form(view, log, place))
    late = _read_place(request.POST.get("late", ""))
    sent = _read_place(request.POST.get("place", "")) or next_place(view, log)
    form = PaperForm(view, sent, _body(log, sent), _version(log, sent), request.POST)
    if not form.is_valid():
        return _page(request, view, log, form, BAD_FORM)
    try:
        written = _write(request, match, form, late)
    except RuleError as refusal:
        for problem in refusal.problems:
            form.say(problem.where, problem)
        if not refusal.problems:
            form.add_error(None, say(refusal.message))
        return _page(request, view, log, form, status_of(refusal))
    return _answer(request, tournament, match, late or sent, written)


def _write(
    request: HttpRequest, match: MatchNow, form: PaperForm, late: Place | None
) -> WritingResult | None:
    """Hand the row to the service that phones use; None when a hand was struck."""
    author, at = replace(author_of(request), client_key=form.key), timezone.now()
    if form.cleaned_data.get("strike"):
        results.strike_hand(
            match.match.pk, form.place, based_on=form.cleaned_data["version"], author=author, at=at
        )
        return None
    if late:
        return results.write_hand(match.match.pk, late, form.late(), author=author, at=at)
    based_on = form.cleaned_data["version"] or None
    return results.write_hand(
        match.match.pk, form.place, form.wanted(), author=author, at=at, based_on=based_on
    )


def _answer(
    request: HttpRequest, tournament: Tournament, match: MatchNow, place: Place, result: WritingResult | None
) -> HttpResponse:
    said = {"game": place[0], "hand": place[1]}
    if result is not None and result.writing is Writing.DIFFERS:
        messages.warning(
            request,
            _("A phone wrote hand %(hand)s of game %(game)s otherwise. Choose which one stands.") % said,
        )
        return redirect("desk_match", tournament.slug, match.match.pk)
    for problem in result.warnings if result else ():
        messages.warning(request, say(problem.message))
    words = _("Hand %(hand)s of game %(game)s is written.") if result else _("The hand is struck.")
    messages.success(request, words % said if result else words)
    return redirect("desk_paper", tournament.slug, match.match.pk)


def _read_place(text: str) -> Place | None:
    found = PLACE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def next_place(view: SheetView, log: SheetLog) -> Place:
    """Return the hand that comes next; after the last one, the first that can only be late."""
    if view.state.next:
        return view.state.next.game, view.state.next.hand
    return late_place(view, log) or (1, 1)


def late_place(view: SheetView, log: SheetLog) -> Place | None:
    """Return where a hand stands that was played on after the end of the last game that ended."""
    ended = [number for number, game in enumerate(view.state.games, start=1) if game.over and not game.quick]
    if not ended:
        return None
    return ended[-1], 1 + max((hand for game, hand in log.hands if game == ended[-1]), default=0)


def _body(log: SheetLog, place: Place) -> dict[str, object]:
    """Return the hand that stands there; in the place of a final score a hand is written anew."""
    known = log.hands.get(place)
    return dict(known.body) if known and "final" not in known.body else {}


def _version(log: SheetLog, place: Place) -> int:
    known = log.hands.get(place)
    return known.version if known else 0


def _form(view: SheetView, log: SheetLog, place: Place) -> PaperForm:
    coming = view.state.next
    dealer = coming.dealer if coming and (coming.game, coming.hand) == place else None
    return PaperForm(view, place, _body(log, place), _version(log, place), dealer=dealer)


@desk("rule_on_hand", "POST")
def finals(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Write the final scores of games whose hands nobody types: all of them or none."""
    match = one_match(match_of(tournament, match_id).pk)
    match.match.stage.tournament = match.match.tournament = tournament
    log = sheet_log(match_id)
    view = sheet_view(match, log)
    form = FinalsForm(view, log, request.POST)
    try:
        results.write_finals(match_id, form.scores(), author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        form.refuse(refusal)
        row = _form(view, log, next_place(view, log))
        return _page(request, view, log, row, status_of(refusal), finals=form)
    messages.success(request, _("The final scores are written."))
    return redirect("desk_paper", tournament.slug, match_id)


def _page(
    request: HttpRequest,
    view: SheetView,
    log: SheetLog,
    form: PaperForm,
    status: int = 200,
    *,
    finals: FinalsForm | None = None,
) -> HttpResponse:
    match = view.match
    if finals is not None:
        form.let_go()
    form.focus_on_errors()
    late = late_place(view, log)
    targets = targets_of(match.match.stage)
    games = [
        {
            "label": game_words(number, targets),
            "score": game.score,
            "over": game.over,
            "rows": [
                (hand, f"{number}-{hand}", hand_words(view.card_game, log.hands[number, hand].body))
                for at, hand in sorted(log.hands)
                if at == number
            ],
        }
        for number, game in enumerate(view.state.games, start=1)
    ]
    context = {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds_of(match.match)),
        "table": table_words(match.match.table),
        "view": view,
        "games": games,
        "form": form,
        "finals": finals or FinalsForm(view, log),
        "label": game_words(form.place[0], targets),
        "place": f"{form.place[0]}-{form.place[1]}",
        "over": view.state.over,
        "correcting": form.is_bound or "mano" in request.GET,
        "late": f"{late[0]}-{late[1]}" if late else "",
        "late_game": game_words(late[0], targets) if late else "",
    }
    return at_desk(request, match.match.tournament, "tables/paper.html", context, status=status)
