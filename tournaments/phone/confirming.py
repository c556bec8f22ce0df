"""The confirmation page of a hand: totals before and after the hand, their explanation, the next dealer."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _, ngettext

from scoring.field_kinds.basic import Shares
from scoring.field_kinds.number import Number
from scoring.game_parts.card_game import fields_asked
from scoring.game_parts.profile import Profile
from scoring.sheet.services.hands import Writing
from scoring.templatetags.sheet import real
from scoring.translation import say
from scoring.types import GameState, RuleError
from tournaments.errors import status_of
from tournaments.matches.services.results import write_hand
from tournaments.phone import entry
from tournaments.phone.access import AtTable, at_table
from tournaments.phone.draft import Draft
from tournaments.phone.fields import chosen_dealer, label_of_step
from tournaments.phone.preview import Opening, Preview, annulled, preview
from tournaments.phone.reasons import why
from tournaments.phone.words import SideWords, cards_each, figures, game_name
from tournaments.web.hand_chips import chooser_key, turned_card


class SideAfter(NamedTuple):
    """A side with its total before and after the hand."""

    words: SideWords
    total: int
    was: int

    @property
    def fresh(self) -> int:
        """The points that the side scored in the hand."""
        return self.total - self.was


def review(table: AtTable, start: Opening, preview: Preview) -> dict[str, Any]:
    """Return the template context of the confirmation page for a hand without errors.

    `turned` is the side that won the game with its turned-up card, or None.
    """
    state, game = preview.state, preview.state.games[start.place[0] - 1]
    sides = [SideAfter(words, game.score[words.side], start.before[words.side]) for words in table.words]
    winner = table.word(game.winner) if game.winner is not None else None
    score = _score(sides, winner)
    card = turned_card(start.card_game, preview.body) if preview.ended else ""
    dealer = state.next.dealer if state.next else None
    return {
        "sides": sides,
        "why": why(table, start, preview),
        "target": start.target,
        "won": winner,
        "won_words": won_words(table, winner, score, match_over=state.over) if game.over else "",
        "bid_words": _bid_words(table, start, preview),
        "score": score,
        "match_over": state.over,
        "missing": "" if game.over or state.time else _missing(sides, start.target),
        "after": _after(table, preview, game),
        "deals": "" if state.over else dealer_words(table, dealer),
        "card": card,
        "turned": next((side for side in sides if card and side.words == winner), None),
    }


def _bid_words(table: AtTable, start: Opening, preview: Preview) -> str:
    """Return a sentence about the success of the bid, e.g. “Oreste made it: 44 against 38”."""
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
    is_made = preview.result.score[side] > 0
    text = _("%(name)s did not make it: %(points)s against %(bid)s")
    if is_made:
        text = _("%(name)s made it: %(points)s against %(bid)s")
    points = preview.body[counted.key][0]
    return text % {"name": table.word(side).heading, "points": points, "bid": preview.body[bid.key]}


def _score(sides: Sequence[SideAfter], winner: SideWords | None) -> str:
    first = sorted(sides, key=lambda side: (side.words != winner, -side.total)) if winner else sides
    return figures([real(side.total) for side in first])


def won_words(table: AtTable, side: SideWords | None, score: str, *, match_over: bool) -> str:
    """Return a sentence with the winner and the score of a finished game. In a tie, `side` is None."""
    if side is None:
        return _("Over and level: %(score)s") % {"score": score}
    if table.view.profile.games == 1:
        text = _("Match to %(who)s: %(score)s")
    else:
        text = _("Game and match to %(who)s, %(score)s") if match_over else _("Game to %(who)s, %(score)s")
    return text % {"who": side.inline, "score": score}


def _missing(sides: Sequence[SideAfter], target: int | None) -> str:
    best = max(side.total for side in sides)
    if target is None or best >= target:
        return ""
    points_to_go = target - best
    return missing_words(
        points_to_go, str(points_to_go), [side.words.inline for side in sides if side.total == best]
    )


def missing_words(count: int, number: str, ahead: Sequence[str]) -> str:
    """Return a sentence with the points that the leading sides (`ahead`) still need to win the game.

    `number` is `count` as text.
    """
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
    if not game.over or table.view.profile.games == 1:
        return _("The match is over.") if game.over else ""
    score = figures([str(preview.state.games_won[words.side]) for words in table.words])
    following = preview.state.next
    return after_words(table.view.profile, following.game if following else None, score)


def after_words(profile: Profile, following: int | None, score: str) -> str:
    """Return a sentence with the games won and the name of the next game.

    `following` is None after the last game.
    """
    if following is None:
        return _("The match is over, %(score)s in games.") % {"score": score}
    values = {"score": score, "target": profile.played_to(following - 1)}
    if following == profile.games:
        return _("It is %(score)s in games, and the decider is to %(target)s.") % values
    name = game_name(following)
    return _("It is %(score)s in games: now %(game)s, to %(target)s.") % {**values, "game": name}


def dealer_words(table: AtTable, seat: int | None) -> str:
    """Return a sentence that names the next dealer; `seat` is None if the dealer is to be drawn."""
    if seat is None:
        return _("The dealer is drawn.")
    name = table.view.names.get(seat, "")
    if table.alone:
        return format_html(_("Now <b>%(name)s</b> deals.").replace("%(name)s", "{}"), name)
    side_name = table.word(table.view.profile.side(seat)).heading
    text = _("Now <b>%(name)s</b> deals (%(who)s).").replace("%(name)s", "{name}").replace("%(who)s", "{who}")
    return format_html(text, name=name, who=side_name)


@at_table("write_hand", "GET", "HEAD", "POST")
def table_confirm(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Render the confirmation page of a hand; on POST, record the hand. A repeated POST changes nothing."""
    sent = request.POST if request.method == "POST" else request.GET
    start = entry.opened(table, (game, hand), sent)
    if start is None:
        return redirect("table", table.id)
    draft = entry.draft_of(start, entry.as_sent(sent))
    hand_preview = preview(start, draft)
    if hand_preview.errors and draft.acts is not None:
        return entry.goes_on(entry.address("table_cards", table, draft), draft)
    if hand_preview.errors:
        return entry.to_step(table, draft, entry.step_at_fault(hand_preview).key)
    refusals, status = [], 200
    if request.method == "POST":
        try:
            return _write(table, start, hand_preview.body, draft)
        except RuleError as refusal:
            status = status_of(refusal)
            refusals = [say(problem.message) for problem in refusal.problems] or [say(refusal.message)]
    last, hand_review = hand_preview.steps[-1], review(table, start, hand_preview)
    # without the last card, if the hand is written card by card
    before = draft.with_acts((draft.acts or "").rpartition("-")[0])
    context = {
        "here": table,
        "place": start.place,
        "draft": draft,
        "body": json.dumps(dict(hand_preview.body)),
        "review": hand_review,
        "step_label": label_of_step(last),
        "cards_each": cards_each(start.profile),
        "back": f"{entry.address('table_cards', table, draft)}?{before.query()}"
        if draft.acts
        else f"{entry.step_address(table, draft, last.key)}?{draft.query()}",
        "refusals": refusals,
        "warnings": hand_preview.warnings,
    }
    page = "phone/game_end.html" if hand_review["turned"] else "phone/confirmation.html"
    return render(request, page, context, status=status)


def _write(table: AtTable, start: Opening, body: Mapping[str, Any], draft: Draft) -> HttpResponse:
    """Record the hand; redirect to the sheet, or to the dispute page if another phone's version differs."""
    result = write_hand(table.match.match, start.place, dict(body), **table.acting(draft.key))
    if result.writing is Writing.DIFFERS:
        return redirect("table_settle", table.id, *start.place)
    return redirect(f"{reverse('table', args=[table.id])}?salvata={start.place[0]}-{start.place[1]}")


@at_table("write_hand", "GET", "HEAD", "POST")
def table_annul(request: HttpRequest, table: AtTable, game: int, hand: int) -> HttpResponse:
    """Render the page that annuls a hand; on POST, annul the hand. The dealer deals again (MAR-IRR-1)."""
    sent = request.POST if request.method == "POST" else request.GET
    start = entry.opened(table, (game, hand), sent)
    draft = entry.draft_of(start, entry.as_sent(sent)) if start else None
    dealer = chosen_dealer(start, draft) if start and draft else None
    if start is None or draft is None or dealer is None:
        return redirect("table", table.id)
    if request.method == "POST":
        return _write(table, start, annulled(dealer), draft)
    context = {"here": table, "place": start.place, "key": draft.key, "body": json.dumps(annulled(dealer))}
    context["dealer"] = table.view.names.get(dealer, "")
    return render(request, "phone/annulment.html", context)
