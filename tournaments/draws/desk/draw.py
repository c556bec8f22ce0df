"""The draw page of the desk (mock-up 06c): commitment, draw by seeds or by lot, and cards on the table."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from scoring.cards.packs import Pack
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import RuleError
from tournaments.competition.lots import CARDS
from tournaments.draws.desk.checklist import checklist
from tournaments.draws.desk.places import fixed_round
from tournaments.draws.desk.result import drawn_page, stage_options
from tournaments.draws.public import lot_view
from tournaments.draws.services import draws
from tournaments.draws.services.lots import current_lots
from tournaments.errors import status_of
from tournaments.models import Draw, Stage, Tournament
from tournaments.stages.selectors.stage_details import profile_of
from tournaments.stages.services import latest_round_job
from tournaments.standings.selectors import levels_of
from tournaments.web.desk_frame import (
    acting,
    at_desk,
    carried_out,
    desk,
    desk_act,
    sent,
)


def cards_of(pack: Pack, suit: str) -> list[str]:
    """Return all cards of a suit as codes such as 7C."""
    return [f"{rank}{suit}" for rank in pack.ranks]


class DrawForm(forms.Form):
    """Form for a draw whose order is decided by the seeds, by five drawn cards or by a text."""

    by = forms.ChoiceField(
        choices=[("lots", gettext_lazy("By lots")), ("seeds", gettext_lazy("By seeds"))],
        initial="lots", widget=forms.RadioSelect, label=gettext_lazy("How"),
    )  # fmt: skip
    text = forms.CharField(
        label=gettext_lazy("Or any words"), required=False, max_length=200,
        help_text=gettext_lazy("The first line of today’s newspaper, three numbers: what the room likes."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    problem_fields = dict.fromkeys(("lot_missing", "lot_invisible", "lot_too_long"), "text")

    def __init__(self, pack: Pack, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        by_suit = [
            (suit_name(suit, pack), [(card, card_name(card, pack)) for card in cards_of(pack, suit)])
            for suit in pack.suits
        ]
        for place in range(CARDS):
            label = _("Card %(number)s") % {"number": place + 1}
            choices: list[Any] = [("", "–"), *by_suit]
            self.fields[f"card_{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def cards(self) -> list[forms.BoundField]:
        """The form fields for the five cards."""
        return [self[f"card_{place}"] for place in range(CARDS)]

    def clean(self) -> dict[str, Any]:
        """Check that a lot of cards consists of five different cards and that no text was entered."""
        cleaned = super().clean() or self.cleaned_data
        cards = [cleaned[f"card_{place}"] for place in range(CARDS) if cleaned.get(f"card_{place}")]
        if cleaned.get("by") == "lots" and cards:
            if cleaned.get("text"):
                self.add_error("text", _("Choose the cards or write the words, not both."))
            elif len(cards) < CARDS:
                self.add_error(self._first_empty(), _("Five cards make the lot: choose this one too."))
            elif len(set(cards)) < CARDS:
                self.add_error(
                    f"card_{CARDS - 1}", _("The same card stands here twice. Look at the table again.")
                )
        return cleaned

    def _first_empty(self) -> str:
        return next(f"card_{place}" for place in range(CARDS) if not self.cleaned_data.get(f"card_{place}"))

    def lot(self) -> str:
        """Return the lot: the text, or the cards in the order drawn."""
        cleaned = self.cleaned_data
        return cleaned["text"] or " ".join(
            cleaned[f"card_{place}"] for place in range(CARDS) if cleaned[f"card_{place}"]
        )


@desk("draw", "GET", "HEAD", "POST")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the draw page, make a draw, or pair the next round. Repeated requests show the existing draw."""
    stage = tournament.stage_at_hand()
    if request.method == "POST" and "seen" in request.POST:
        return _draw_as_proposed(request, stage)
    standing = draws.standing_draw(stage)
    if standing is not None and request.method == "POST":
        draws.draw_stage(stage, by=standing[0].by, **acting(request))
        return redirect("desk_draw", tournament.slug)
    if standing is not None:
        return drawn_page(request, stage, standing[0], latest_round_job(stage) or standing[1])
    if tournament.laid and request.method != "POST":
        return laid_page(request, stage)
    if too_few := draws.too_few_for(stage):
        context = {"stage": stage, "refusal": say(too_few.message)}
        status = status_of(too_few) if request.method == "POST" else 200
        return at_desk(request, tournament, "draws/desk_too_few.html", context, status=status)
    form = DrawForm(profile_of(stage).pack, sent(request))

    def draw_stage() -> None:
        draws.draw_stage(stage, by=form.cleaned_data["by"], lot=form.lot(), **acting(request))

    if carried_out(form, draw_stage):
        return redirect("desk_draw", tournament.slug)
    return before_page(request, stage, form)


def _draw_as_proposed(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Draw by seeds or pair the next round, unless the proposal has changed since the page was shown."""
    try:
        draws.draw_as_proposed(stage, request.POST.get("seen", ""), **acting(request))
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_evening", stage.tournament.slug)


@desk_act("draw", "desk_draw")
def take_back(request: HttpRequest, tournament: Tournament) -> None:
    """Withdraw the draw with a reason, so that the stage can be drawn again."""
    draws.take_back_draw(tournament.stage_at_hand(), request.POST.get("reason", ""), **acting(request))


@desk("draw", "POST")
def promise(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Commit to the draw by publishing a hash of the entrants and a secret salt."""
    stage = tournament.stage_at_hand()
    try:
        draws.commit_draw(stage, **acting(request))
    except RuleError as refusal:
        return before_page(request, stage, DrawForm(profile_of(stage).pack), refusal)
    messages.success(request, _("The promise is published: now draw the cards."))
    return redirect("desk_draw", tournament.slug)


def before_page(
    request: HttpRequest, stage: Stage, form: DrawForm, refusal: RuleError | None = None
) -> HttpResponse:
    """Render the draw page before the draw: the checklist, the form, and any commitment."""
    tournament, pack = stage.tournament, profile_of(stage).pack
    teams = list(tournament.teams.all())
    check = checklist(tournament, teams)
    promises = stage.commitments.filter(round=Draw.FIRST_ROUND, draw__isnull=True)
    over = tournament.stages.filter(state="over").select_related("tournament").order_by("number")
    context = {
        "form": form,
        "pack": pack,
        "pack_rows": [cards_of(pack, suit) for suit in pack.suits],
        "check": check,
        "seeds": len(check.qualifiers) or _seeded(tournament),
        "fixed": fixed_round(stage, check, teams),
        "commitment": promises.order_by("-attempt").first(),
        "options": stage_options(stage),
        "refusal": say(refusal.message) if refusal else "",
        "lots_asked": tournament.state == "playing" and any(map(levels_of, list(over)[-1:])),
        "current_lots": any(map(current_lots, list(over)[-1:])),
    }
    status = status_of(refusal) if refusal else 200
    return at_desk(request, tournament, "draws/desk_draw.html", context, status=status)


def laid_page(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Render the cards on the table and, once all cards are face up, the pairs that result from the cards."""
    tournament = stage.tournament
    lot = lot_view(tournament, all_pairs=True)
    lot_is_up = tournament.turned == CARDS
    context = lot | {
        "lot_is_up": lot_is_up,
        "following_card": None if lot_is_up else tournament.turned + 1,
        "following_pair": lot["pairs_up"] + 1 if lot["pairs_up"] < lot["pairs"] else None,
        "all_cards": CARDS,
        "options": stage_options(stage),
        "seeds": _seeded(tournament),
    }
    return at_desk(request, tournament, "draws/desk_lot_cards.html", context)


def _seeded(tournament: Tournament) -> int:
    return tournament.teams.filter(seed__isnull=False).exclude(presence="absent").count()
