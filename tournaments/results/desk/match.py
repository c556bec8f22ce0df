"""One match at the desk, and what the director can do about it. Whatever is refused is said on this page."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.games import CARD_GAMES
from scoring.sheet.devices import shown_code
from scoring.translation import say
from scoring.types import BadEntry, NotNow, RuleError, Sentence, _ as marked
from tournaments.errors import status_of
from tournaments.models import Tournament
from tournaments.results.desk.correction_words import versions_of
from tournaments.results.selectors.matches import MatchNow, one_match
from tournaments.results.services import results
from tournaments.stages.selectors.stage_facts import rounds_of
from tournaments.tables.desk.phone_words import late_views, phone_views
from tournaments.tables.selectors.journal_lines import late_hands, quarrels
from tournaments.tables.services.tables import follow_cards, move_match, note_arrival
from tournaments.web.desk_frame import BAD_FORM, at_desk, author_of, desk, match_of, put_beside
from tournaments.web.hand_words import likely_cause, version_views
from tournaments.web.words import game_words, match_words, state_words, table_words, targets_of, time_words

NOBODY = "nobody"


class WalkoverForm(forms.Form):
    """Who was present, and why the match is not played."""

    winner = forms.ChoiceField(label=gettext_lazy("Who qualifies"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=200, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, match: MatchNow, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        teams = [(str(side.side), side.name) for side in match.sides if side.name]
        self.fields["winner"].choices = [*teams, (NOBODY, _("Nobody: both are out"))]  # type: ignore[attr-defined]

    @property
    def side(self) -> int | None:
        """The side that goes on, or None when nobody does."""
        chosen = self.cleaned_data["winner"]
        return None if chosen == NOBODY else int(chosen)


class TableForm(forms.Form):
    """Where a match is played."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=512)


def match_page(
    request: HttpRequest, tournament: Tournament, match_id: UUID, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Show a match at the desk; `extra` are the forms that were refused, and the refusal itself."""
    match = one_match(match_of(tournament, match_id).pk)
    match.match.stage.tournament = match.match.tournament = tournament
    rounds, targets = rounds_of(match.match), targets_of(match.match.stage)
    context = {
        "match": match,
        "name": match_words(match.match.stage, match.match.label, rounds),
        "where": table_words(match.match.table),
        "state": state_words(match, targets),
        "several": len(targets) > 1,
        "games": [(game_words(number, targets), game) for number, game in enumerate(match.games, start=1)],
        "open": match.match.state in ("ready", "playing", "disputed"),
        "untouched": not match.match.sheet.summary.get("hands"),
        "decided": match.match.sheet.summary.get("winner") is not None,
        "called": match.match.sheet.summary.get("objection", False),
        "time": match.time_says,
        "time_hands": match.match.sheet.summary.get("hands", 0),
        "time_words": time_words(match.time_says) if match.time_says else "",
        "disputes": _disputes(tournament, match),
        "late": late_views(CARD_GAMES[tournament.card_game], late_hands(match.match.pk)),
        "versions": versions_of(match),
        "followed": CARD_GAMES[tournament.card_game].card_by_card is not None,
        "pack": match.match.stage.profile.get("pack", "french"),
        "walkover": WalkoverForm(match, initial={"winner": request.GET.get("vince", "")}),
        "move": TableForm(initial={"table": match.match.table}),
        "phones": phone_views([match])[match.match.pk],
        "code": shown_code(match.match.sheet.key),
    }
    return at_desk(request, tournament, "results/desk_match.html", {**context, **extra}, status=status)


def _disputes(tournament: Tournament, match: MatchNow) -> list[dict[str, Any]]:
    quarrel = quarrels([match.match.pk]).get(match.match.pk)
    card_game = CARD_GAMES[tournament.card_game]
    return [
        {
            "place": dispute.place,
            "versions": version_views(card_game, match, dispute),
            "cause": likely_cause(card_game, dispute),
        }
        for dispute in (quarrel.disputes if quarrel else ())
    ]


@desk("read_desk")
def show_match(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Show a match, its games, its phones and what can be done."""
    return match_page(request, tournament, match_id)


def acted(
    request: HttpRequest, tournament: Tournament, match_id: UUID, act: Callable[[], Any], change: str
) -> HttpResponse:
    """Do something about a match and go back to the evening; a refusal is said on the match's own page."""
    match_of(tournament, match_id)
    try:
        act()
    except RuleError as refusal:
        words = [say(refusal.message), *(say(problem.message) for problem in refusal.problems)]
        return match_page(request, tournament, match_id, status=status_of(refusal), refusal=words)
    messages.success(request, change)
    return redirect("desk_evening", tournament.slug)


@desk("confirm", "POST")
def confirm(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The director accepts the sheet as it is, signed or not."""

    def act() -> None:
        results.confirm_match(match_id, author=author_of(request), at=timezone.now())

    return acted(request, tournament, match_id, act, _("Result confirmed."))


@desk("answer_call", "POST")
def answer(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The director has been to the table."""

    def act() -> None:
        results.answer_call(match_id, author=author_of(request), at=timezone.now())

    return acted(request, tournament, match_id, act, _("Call answered: they play on."))


@desk("settle_hand", "POST")
def settle(
    request: HttpRequest, tournament: Tournament, match_id: UUID, game: int, hand: int
) -> HttpResponse:
    """The director says which way of writing a hand is right."""

    def act() -> None:
        _settle(match_id, (game, hand), request.POST.get("version", ""), request)

    return acted(request, tournament, match_id, act, _("Hand settled: the score goes on."))


def _settle(match_id: UUID, place: tuple[int, int], chosen: str, request: HttpRequest) -> None:
    quarrel = quarrels([match_id]).get(match_id)
    dispute = next((each for each in quarrel.disputes if each.place == place), None) if quarrel else None
    version = next((each for each in dispute.versions if str(each.seq) == chosen), None) if dispute else None
    if dispute is None or version is None:
        raise NotNow("nothing_disputed", Sentence(marked("Nobody disputes this hand any more.")))
    author, at = author_of(request), timezone.now()
    if version == dispute.versions[0]:
        results.settle_hand(match_id, place, version=dispute.version, author=author, at=at)
    else:
        results.write_hand(
            match_id, place, dict(version.body), author=author, at=at, based_on=dispute.version
        )


@desk("award_walkover", "POST")
def walkover(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The match is given without play, with its reason."""
    match = one_match(match_of(tournament, match_id).pk)
    form = WalkoverForm(match, request.POST)
    status = BAD_FORM
    if form.is_valid():
        try:
            reason = form.cleaned_data["reason"]
            results.award_walkover(match_id, form.side, reason, author=author_of(request), at=timezone.now())
            entry = tournament.journal.filter(match_id=match_id)[0]
            undo = reverse("desk_undo", args=[tournament.slug, entry.pk])
            messages.success(request, _walkover_words(match, form.side), extra_tags=undo)
            return redirect("desk_evening", tournament.slug)
        except RuleError as refusal:
            status = status_of(refusal)
            if refusal.code == "reason_missing":
                form.add_error("reason", say(refusal.message))
            else:
                put_beside(form, refusal)
    return match_page(request, tournament, match_id, status=status, walkover=form)


def _walkover_words(match: MatchNow, winner: int | None) -> str:
    """Say who won without play, and against whom."""
    values = {side.side: side.name or "?" for side in match.sides}
    if winner is None:
        return _("Nobody wins without play: %(teams)s.") % {"teams": " – ".join(values.values())}
    won = values.pop(winner)
    return _("Walkover to %(winner)s, against %(others)s.") % {
        "winner": won,
        "others": ", ".join(values.values()),
    }


@desk("call_match", "POST")
def move(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Call a match to a table: to another one, or again to its own."""
    match = match_of(tournament, match_id)
    form = TableForm(request.POST)
    status = BAD_FORM
    if form.is_valid():
        try:
            again = match.table == form.cleaned_data["table"]
            move_match(match, form.cleaned_data["table"], author=author_of(request), at=timezone.now())
            done = _("Called again to table %(table)s: the wait begins anew.")
            messages.success(
                request, (done if again else _("Called to table %(table)s.")) % form.cleaned_data
            )
            return redirect("desk_evening", tournament.slug)
        except RuleError as refusal:
            status = status_of(refusal)
            form.add_error("table", say(refusal.message))
    return match_page(request, tournament, match_id, status=status, move=form)


@desk("mark_presence", "POST")
def arrived(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """Note that a side of a match is at the table it is called to."""
    match = one_match(match_of(tournament, match_id).pk)
    name = next((side.name for side in match.sides if str(side.side) == request.POST.get("side")), "")

    def act() -> None:
        if not name:
            raise BadEntry("unknown_side", Sentence(marked("Say who has arrived at the table.")))
        side, author = int(request.POST["side"]), author_of(request)
        note_arrival(match.match, side, present=True, author=author, at=timezone.now())

    return acted(request, tournament, match_id, act, _("%(team)s: at the table.") % {"team": name})


@desk("follow_cards", "POST")
def cards(request: HttpRequest, tournament: Tournament, match_id: UUID) -> HttpResponse:
    """The hands of this match are taken down card by card, or no longer."""
    match, follow = match_of(tournament, match_id), request.POST.get("follow") == "1"

    def act() -> None:
        follow_cards(match, follow=follow, author=author_of(request), at=timezone.now())

    words = (
        _("The table takes the hands down card by card.")
        if follow
        else _("The table writes hands as always.")
    )
    return acted(request, tournament, match_id, act, words)
