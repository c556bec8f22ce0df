"""What is read aloud before a hand is confirmed: the new totals, what they were, why, and who deals next."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.field_kinds.basic import Shares
from scoring.field_kinds.number import Number
from scoring.game_parts.card_game import EntryStep, fields_asked
from scoring.game_parts.profile import Profile
from scoring.sheet.rules.log import Place
from scoring.sheet.services.hands import Writing, WritingResult
from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import GameState, RuleError
from tournaments.errors import status_of
from tournaments.phone.access import AtTable, at_table, refused
from tournaments.phone.draft import Draft
from tournaments.phone.entry import address, as_sent, draft_of, opened, step_at_fault, to_step
from tournaments.phone.fields import chosen_dealer, label_of_step
from tournaments.phone.preview import Opening, Preview, annulled, preview
from tournaments.phone.reasons import ReasonLine, why
from tournaments.phone.words import SideWords, cards_each, game_name
from tournaments.results.services.results import write_hand
from tournaments.web.hand_chips import chooser_key, turned_card


@dataclass(frozen=True)
class SideAfter:
    """One side's total after the hand, and what it was."""

    words: SideWords
    total: int
    was: int

    @property
    def fresh(self) -> int:
        """The points of this hand."""
        return self.total - self.was


@dataclass(frozen=True)
class Review:
    """The whole page, in words. `turned` is the side whose turned card won the game, where one did."""

    sides: tuple[SideAfter, ...]
    why: tuple[ReasonLine, ...]
    target: int | None
    won: SideWords | None
    won_words: str
    bid_words: str
    score: str
    match_over: bool
    missing: str
    after: str
    deals: str
    card: str
    turned: SideAfter | None


def review(table: AtTable, start: Opening, preview: Preview) -> Review:
    """Return what the confirm page says of a hand without errors."""
    game = preview.state.games[start.place[0] - 1]
    sides = tuple(SideAfter(words, game.score[words.side], start.before[words.side]) for words in table.words)
    winner = table.word(game.winner) if game.winner is not None else None
    score, following = _score(sides, winner), preview.state.next
    dealer = following.dealer if following else None
    turned = turned_card(start.card_game, preview.body) if preview.ended else ""
    return Review(
        sides=sides,
        why=tuple(why(table, start, preview)),
        target=start.target,
        won=winner,
        won_words=won_words(table, winner, score, match_over=preview.state.over) if game.over else "",
        bid_words=_bid_words(table, start, preview),
        score=score,
        match_over=preview.state.over,
        missing="" if game.over or preview.state.time else _missing(sides, start.target),
        after=_after(table, preview, game),
        deals="" if preview.state.over else dealer_words(table, dealer),
        card=turned,
        turned=next((side for side in sides if side.words == winner), None) if turned else None,
    )


def _bid_words(table: AtTable, start: Opening, preview: Preview) -> str:
    """Return whether the one who bid made it, and with how much: Oreste made it: 44 against 38."""
    bidder, bid = chooser_key(start.card_game), next(iter(fields_asked(start.card_game, Number)), None)
    counted = next((each for each in fields_asked(start.card_game, Shares) if each.required), None)
    if (
        preview.result is None
        or bid is None
        or counted is None
        or not {bidder, bid.key, counted.key} <= {*preview.body}
    ):
        return ""
    side = preview.body[bidder]
    made = preview.result.score[side] > 0
    text = (
        _("%(name)s made it: %(points)s against %(bid)s")
        if made
        else _("%(name)s did not make it: %(points)s against %(bid)s")
    )
    return text % {
        "name": table.word(side).heading,
        "points": preview.body[counted.key][0],
        "bid": preview.body[bid.key],
    }


def _score(sides: Sequence[SideAfter], winner: SideWords | None) -> str:
    """Return the final score as it is said, the winner's first; a wrong claim may have won it with less."""
    first = sorted(sides, key=lambda side: (side.words != winner, -side.total)) if winner else sides
    return figures([real(side.total) for side in first])


def figures(numbers: Sequence[str]) -> str:
    """Return numbers as they are read aloud: 36 to 19; more than two one after the other."""
    if len(numbers) != 2:
        return ", ".join(numbers)
    return _("%(first)s to %(other)s") % {"first": numbers[0], "other": numbers[1]}


def won_words(table: AtTable, side: SideWords | None, score: str, *, match_over: bool) -> str:
    """Return what a game that is over says first: whose it is, and how it ended."""
    if side is None:
        return _("Over and level: %(score)s") % {"score": score}
    if table.view.profile.games == 1:
        text = _("Match to %(who)s: %(score)s")
    else:
        text = _("Game and match to %(who)s, %(score)s") if match_over else _("Game to %(who)s, %(score)s")
    return text % {"who": side.inline, "score": score}


def _missing(sides: Sequence[SideAfter], target: int | None) -> str:
    """Return how far whoever is ahead still has to go; nothing where there is nowhere to get to."""
    best = max(side.total for side in sides)
    if target is None or best >= target:
        return ""
    left = target - best
    return missing_words(left, str(left), [side.words.inline for side in sides if side.total == best])


def missing_words(count: int, number: str, ahead: Sequence[str]) -> str:
    """Return how many points are left for whoever is ahead; `number` is how the count is written."""
    if len(ahead) > 1:
        text = ngettext(
            "<b>%(n)s point to go for both</b> to win the game.",
            "<b>%(n)s points to go for both</b> to win the game.",
            count,
        )
    else:
        text = ngettext(
            "<b>%(n)s point to go for %(who)s</b> to win the game.",
            "<b>%(n)s points to go for %(who)s</b> to win the game.",
            count,
        )
    return format_html(text.replace("%(n)s", "{n}").replace("%(who)s", "{who}"), n=number, who=ahead[0])


def _after(table: AtTable, preview: Preview, game: GameState) -> str:
    """Return what a game that is over leads to."""
    if not game.over or table.view.profile.games == 1:
        return _("The match is over.") if game.over else ""
    score = figures([str(preview.state.games_won[words.side]) for words in table.words])
    following = preview.state.next
    return after_words(table.view.profile, following.game if following else None, score)


def after_words(profile: Profile, following: int | None, score: str) -> str:
    """Return the games won so far and which game comes next; None: the match is over."""
    if following is None:
        return _("The match is over, %(score)s in games.") % {"score": score}
    values = {"score": score, "target": profile.played_to(following - 1)}
    if following == profile.games:
        return _("It is %(score)s in games, and the decider is to %(target)s.") % values
    name = game_name(following)
    return _("It is %(score)s in games: now %(game)s, to %(target)s.") % {**values, "game": name}


def dealer_words(table: AtTable, seat: int | None) -> str:
    """Return who deals next; None: nobody knows before it is drawn."""
    if seat is None:
        return _("The dealer is drawn.")
    name = table.view.names.get(seat, "")
    if table.alone:
        return format_html(_("Now <b>%(name)s</b> deals.").replace("%(name)s", "{}"), name)
    who = table.word(table.view.profile.side(seat)).heading
    text = _("Now <b>%(name)s</b> deals (%(who)s).").replace("%(name)s", "{name}").replace("%(who)s", "{who}")
    return format_html(text, name=name, who=who)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_confirm(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Show the hand to be read aloud; confirmed, it is written once, however often it is sent."""
    sent = request.POST if request.method == "POST" else request.GET
    start = opened(table, (game, hand), sent)
    if start is None:
        return redirect("table", table.id)
    draft = draft_of(start, as_sent(sent))
    seen = preview(start, draft)
    if seen.errors and draft.acts is not None:
        return redirect(f"{address('table_cards', table, draft)}?{draft.query()}")
    if seen.errors:
        return to_step(table, draft, step_at_fault(seen).key, check=True)
    if request.method == "POST":
        return _write(request, table, start, draft, seen)
    return _confirm_page(request, table, start, draft, seen)


def _write(
    request: HttpRequest, table: AtTable, start: Opening, draft: Draft, preview: Preview
) -> HttpResponse:
    try:
        written = write_hand(
            table.id, start.place, dict(preview.body), author=table.author(draft.key), at=timezone.now()
        )
    except RuleError as refusal:
        said = [say(problem.message) for problem in refusal.problems] or [say(refusal.message)]
        return _confirm_page(request, table, start, draft, preview, refusals=said, status=status_of(refusal))
    return _answered(table, start.place, written)


def _answered(table: AtTable, place: Place, result: WritingResult) -> HttpResponse:
    if result.writing is Writing.DIFFERS:
        return redirect("table_settle", table.id, *place)
    return redirect(f"{reverse('table', args=[table.id])}?salvata={place[0]}-{place[1]}")


def _confirm_page(
    request: HttpRequest,
    table: AtTable,
    start: Opening,
    draft: Draft,
    preview: Preview,
    *,
    refusals: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    last, said = preview.steps[-1], review(table, start, preview)
    context = {
        "here": table,
        "place": start.place,
        "draft": draft,
        "body": json.dumps(dict(preview.body)),
        "review": said,
        "step_label": label_of_step(last),
        "cards_each": cards_each(start.profile),
        "back": _back(table, draft, last),
        "refusals": refusals or [],
        "warnings": [say(problem.message) for problem in preview.warnings],
    }
    page = "phone/game_end.html" if said.turned else "phone/confirmation.html"
    return render(request, page, context, status=status)


def _back(table: AtTable, draft: Draft, last: EntryStep) -> str:
    """The way back: to the last step, or to the last card of a hand that was taken down card by card."""
    if draft.acts:
        shorter = draft.with_acts(draft.acts.rpartition("-")[0])
        return f"{address('table_cards', table, draft)}?{shorter.query()}"
    return f"{address('table_step', table, draft, step=last.key)}?{draft.query()}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@at_table("write_hand")
def table_annul(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Annul the hand about to be written: it scores nothing and the same dealer deals again (MAR-IRR-1)."""
    sent = request.POST if request.method == "POST" else request.GET
    start = opened(table, (game, hand), sent)
    draft = draft_of(start, as_sent(sent)) if start else None
    dealer = chosen_dealer(start, draft) if start and draft else None
    if start is None or draft is None or dealer is None:
        return redirect("table", table.id)
    if request.method != "POST":
        body = json.dumps(annulled(dealer))
        context = {"here": table, "place": start.place, "key": draft.key, "body": body}
        return render(
            request, "phone/annulment.html", {**context, "dealer": table.view.names.get(dealer, "")}
        )
    try:
        written = write_hand(
            table.id, start.place, annulled(dealer), author=table.author(draft.key), at=timezone.now()
        )
    except RuleError as refusal:
        return refused(request, table, refusal)
    return _answered(table, start.place, written)
