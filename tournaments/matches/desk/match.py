"""The desk page of a match, and the director's actions on the match. The page also shows errors."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.games import CARD_GAMES
from scoring.models import Grant
from scoring.sheet.devices import revoke_grant, shown_code
from scoring.translation import say
from scoring.types import BadEntry, NotNow, RuleError, Sentence, _ as marked
from tournaments.competition.lifecycle import AT_A_TABLE
from tournaments.errors import status_of
from tournaments.matches.desk.board import game_boards, hand_tables
from tournaments.matches.desk.finals_form import FinalsForm
from tournaments.matches.hand_words import HandWords, names_of_sides
from tournaments.matches.outcome_words import outcome_words
from tournaments.matches.selectors.disputes import open_questions
from tournaments.matches.selectors.late_hands import late_hands
from tournaments.matches.selectors.matches import MatchNow, one_match
from tournaments.matches.selectors.phones import phones_of
from tournaments.matches.services import results
from tournaments.matches.services.late_hands import put_late_hand_away
from tournaments.matches.services.phones import name_phone
from tournaments.matches.services.tables import follow_cards, move_match, note_arrival
from tournaments.matches.sheet_view import sheet_view
from tournaments.matches.words import state_words, targets_of, winner_words
from tournaments.models import Match, Tournament
from tournaments.stages.selectors.stage_details import profile_of, rounds_of
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, match_of, note_done, status_with
from tournaments.web.hand_chips import turned_card
from tournaments.web.words import against_words, match_words, short_names

NOBODY = "nobody"
NOT_CALLED = ("waiting", "bye")
Rest = ParamSpec("Rest")
Deed = Callable[Concatenate[HttpRequest, Match, Rest], str | HttpResponse]


class WalkoverForm(forms.Form):
    """Form for a walkover: the side that was present, and the reason why the match is not played."""

    winner = forms.ChoiceField(label=gettext_lazy("Who qualifies"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    problem_fields = {"reason_missing": "reason"}

    def __init__(self, match: MatchNow, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        teams = [(str(side.side), side.name) for side in match.sides if side.name]
        self.fields["winner"].choices = [*teams, (NOBODY, _("Nobody: both are out"))]  # type: ignore[attr-defined]

    @property
    def side(self) -> int | None:
        """The side that wins by walkover; None if neither side wins."""
        chosen = self.cleaned_data["winner"]
        return None if chosen == NOBODY else int(chosen)


class TableForm(forms.Form):
    """Form for choosing the table of a match."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=512)
    problem_fields = {"table_taken": "table", "match_not_open": "table"}


def match_at_desk(tournament: Tournament, match_id: UUID) -> MatchNow:
    """Return a match of a tournament with its sides and its score; raise Http404 if there is none."""
    match = one_match(match_of(tournament, match_id).pk)
    match.match.stage.tournament = match.match.tournament = tournament
    return match


def match_page(
    request: HttpRequest, tournament: Tournament, match_id: UUID, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Render the desk page of a match; `extra` may contain error messages and forms with errors."""
    match = match_at_desk(tournament, match_id)
    targets, card_game = targets_of(match.match.stage), CARD_GAMES[tournament.card_game]
    view, log = sheet_view(match), match.match.sheet.standing.log
    questions = open_questions([match_id]).get(match_id)
    corrected = match.outcome is not None and match.outcome.version > 1
    outcomes = match.match.outcomes.select_related("user").order_by("-version") if corrected else ()
    context = {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds_of(match.match)),
        "state": state_words(match, targets),
        "several": len(targets) > 1,
        "view": view,
        "boards": game_boards(view),
        "tables": hand_tables(view, log),
        "finals": FinalsForm(view, log),
        "around": _neighbours(match.match),
        "open": match.match.state in AT_A_TABLE,
        "summary": match.match.sheet.summary,
        "disputes": questions.disputes if questions else (),
        "late": [
            (each, HandWords(card_game, each.body, view.called).score, turned_card(card_game, each.body))
            for each in late_hands(match_id)
        ],
        "versions": [(outcome, outcome_words(match, outcome)) for outcome in outcomes],
        "followed": card_game.card_by_card is not None,
        "pack": profile_of(match.match.stage),
        "walkover": WalkoverForm(match, initial={"winner": request.GET.get("vince", "")}),
        "move": TableForm(initial={"table": match.match.table}),
        "phones": phones_of([match])[match_id],
        "code": shown_code(match.match.sheet.key),
    }
    return at_desk(request, tournament, "matches/desk_match.html", {**context, **extra}, status=status)


def _neighbours(match: Match) -> dict[str, UUID]:
    """Return the ids of the previous and the next match, without waiting matches and byes. One query."""
    rows = Match.objects.filter(tournament=match.tournament_id).exclude(state__in=NOT_CALLED)
    order = rows.order_by("stage__number", "round", "group", "number").values_list("pk", flat=True)
    ids = list(order)
    if match.pk not in ids:
        return {}
    at = ids.index(match.pk)
    around = {"before": ids[at - 1] if at else None, "after": ids[at + 1] if at + 1 < len(ids) else None}
    return {key: pk for key, pk in around.items() if pk is not None}


@desk("read_desk")
def show_match(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Show a match with its games, its phones and the actions that the director can take."""
    return match_page(request, tournament, match_id)


def match_act(act: str, back: str = "desk_evening") -> Callable[[Deed[Rest]], Callable[..., HttpResponse]]:
    """Return a decorator for views that act on a match; `act` is the required permission.

    A view returns either a message about its action or a response. If a view returns a message, the visitor
    is redirected to the page `back`, which shows the message. A RuleError is shown on the page of the match.
    """

    def decorate(deed: Deed[Rest]) -> Callable[..., HttpResponse]:
        @wraps(deed)
        def page(
            request: HttpRequest,
            tournament: Tournament,
            /,
            match_id: UUID,
            *rest: Rest.args,
            **more: Rest.kwargs,
        ) -> HttpResponse:
            since = timezone.now()
            try:
                words = deed(request, match_of(tournament, match_id), *rest, **more)
            except RuleError as refusal:
                sentences = [say(refusal.message), *(say(problem.message) for problem in refusal.problems)]
                return match_page(request, tournament, match_id, status=status_of(refusal), refusal=sentences)
            if isinstance(words, HttpResponse):
                return words
            note_done(request, tournament, words, since)
            ids = [match_id] if back == "desk_match" else []
            return redirect(back, tournament.slug, *ids)

        return desk(act, "POST")(page)

    return decorate


@match_act("confirm")
def confirm(request: HttpRequest, match: Match) -> str:
    """Confirm the current sheet, even if signatures are missing."""
    results.confirm_match(match.pk, **acting(request))
    return _("Confirmed: %(result)s.") % {"result": winner_words(one_match(match.pk))}


@match_act("answer_call")
def answer(request: HttpRequest, match: Match) -> str:
    """Mark the call for the director as answered."""
    results.answer_call(match.pk, **acting(request))
    return _("Call answered: they play on.")


@match_act("settle_hand")
def settle(request: HttpRequest, match: Match, game: int, hand: int) -> str:
    """Settle the dispute about a hand by keeping the version that the director chose."""
    questions, chosen = open_questions([match.pk]).get(match.pk), request.POST.get("version", "")
    for dispute in questions.disputes if questions else ():
        for version in dispute.versions if dispute.place == (game, hand) else ():
            if str(version.seq) != chosen:
                continue
            if version == dispute.versions[0]:
                results.settle_hand(match.pk, dispute.place, version=dispute.version, **acting(request))
            else:
                results.write_hand(
                    match.pk, dispute.place, dict(version.body), based_on=dispute.version, **acting(request)
                )
            short = short_names([side.name for side in one_match(match.pk).sides])
            names = names_of_sides(profile_of(match.stage), short)
            settled = HandWords(CARD_GAMES[match.tournament.card_game], version.body, names)
            return _("Settled: it was %(points)s.") % {"points": settled.sentence}
    raise NotNow("nothing_disputed", Sentence(marked("Nobody disputes this hand any more.")))


@match_act("award_walkover")
def walkover(request: HttpRequest, match: Match) -> str | HttpResponse:
    """Award the match by walkover to the chosen side, with the submitted reason."""
    sides = one_match(match.pk)
    form = WalkoverForm(sides, request.POST)

    def award() -> None:
        results.award_walkover(match.pk, form.side, form.cleaned_data["reason"], **acting(request))

    if not carried_out(form, award):
        return match_page(request, match.tournament, match.pk, status=status_with(form), walkover=form)
    return _walkover_words(sides, form.side)


def _walkover_words(match: MatchNow, winner: int | None) -> str:
    """Return the message after a walkover, with the names of the winner and the losers."""
    names = {side.side: side.name or "?" for side in match.sides}
    if winner is None:
        return _("Nobody wins without play: %(teams)s.") % {"teams": against_words(names.values())}
    values = {"winner": names.pop(winner), "others": ", ".join(names.values())}
    return _("Walkover to %(winner)s, against %(others)s.") % values


@match_act("call_match")
def move(request: HttpRequest, match: Match) -> str | HttpResponse:
    """Call a match to another table, or repeat the call to its present table."""
    form, before = TableForm(request.POST), match.table
    if not carried_out(form, lambda: move_match(match, form.cleaned_data["table"], **acting(request))):
        return match_page(request, match.tournament, match.pk, status=status_with(form), move=form)
    if before == form.cleaned_data["table"]:
        return _("Called again to table %(table)s: the wait begins anew.") % form.cleaned_data
    return _("Called to table %(table)s.") % form.cleaned_data


@match_act("note_arrival")
def arrived(request: HttpRequest, match: Match) -> str:
    """Record that a side has arrived at the table of its match."""
    for side in one_match(match.pk).sides:
        if side.name and str(side.side) == request.POST.get("side"):
            note_arrival(match, side.side, present=True, **acting(request))
            return _("%(team)s: at the table.") % {"team": side.name}
    raise BadEntry("unknown_side", Sentence(marked("Say who has arrived at the table.")))


@match_act("follow_cards")
def cards(request: HttpRequest, match: Match) -> str:
    """Turn card-by-card recording of hands in this match on or off."""
    follow = request.POST.get("follow") == "1"
    follow_cards(match, follow=follow, **acting(request))
    if follow:
        return _("The table takes the hands down card by card.")
    return _("The table writes hands as always.")


@desk("revoke_device", "POST")
def take_phone_off(
    request: HttpRequest, tournament: Tournament, match_id: UUID, grant_id: int
) -> HttpResponse:
    """Remove a phone from the table of the match."""
    match_of(tournament, match_id)
    revoke_grant(get_object_or_404(Grant, pk=grant_id, sheet_id=match_id), at=timezone.now())
    messages.success(request, _("That phone cannot write at this table any more."))
    return redirect(desk_frame.page_of_extra(request.POST.get("page", "")), tournament.slug)


@match_act("name_device", back="desk_match")
def name_a_phone(request: HttpRequest, match: Match, grant_id: int) -> str:
    """Set the name of a phone at the table of the match."""
    name_phone(get_object_or_404(Grant, pk=grant_id, sheet_id=match.pk), request.POST.get("name", ""))
    return _("The phone has its name.")


@desk("put_away", "POST")
def put_away(request: HttpRequest, tournament: Tournament, match_id: UUID, late_id: UUID) -> HttpResponse:
    """Dismiss a late hand from the director's list, and add an entry to the journal."""
    put_late_hand_away(match_of(tournament, match_id).pk, late_id, **acting(request))
    return redirect("desk_match", tournament.slug, match_id)
