"""The draw (06c): promised, made with a lot drawn in the room, shown card by card."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scoring.cards.packs import Pack
from scoring.games import CARD_GAMES
from scoring.sheet.rules.reader import read_profile
from scoring.templatetags.suits import card_name, suit_name
from scoring.translation import say
from scoring.types import RuleError
from tournaments.draws.desk.checklist import checklist
from tournaments.draws.public import lot_view
from tournaments.draws.rules import CARDS
from tournaments.draws.selectors import drawn_cards
from tournaments.draws.services import draws
from tournaments.errors import status_of
from tournaments.formats import FORMATS
from tournaments.models import Draw, Job, Stage, Team, Tournament
from tournaments.stages.selectors.stage_facts import ROUND_BY_ROUND, stage_at_hand
from tournaments.stages.services import can_pair, latest_round_job
from tournaments.standings.selectors import levels_of, results_missing
from tournaments.web.desk_frame import at_desk, author_of, desk, sent, status_with


class DrawForm(forms.Form):
    """By seeds, or by lots: five cards drawn in the room, or any text."""

    by = forms.ChoiceField(
        choices=[("lots", gettext_lazy("By lots")), ("seeds", gettext_lazy("By seeds"))],
        initial="lots", widget=forms.RadioSelect, label=gettext_lazy("How"),
    )  # fmt: skip
    text = forms.CharField(
        label=gettext_lazy("Or any words"), required=False, max_length=200,
        help_text=gettext_lazy("The first line of today’s newspaper, three numbers: what the room likes."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, pack: Pack, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        by_suit = [
            (
                suit_name(suit, pack),
                [(f"{rank}{suit}", card_name(f"{rank}{suit}", pack)) for rank in pack.ranks],
            )
            for suit in pack.suits
        ]
        for place in range(CARDS):
            label = _("Card %(number)s") % {"number": place + 1}
            choices: list[Any] = [("", "–"), *by_suit]
            self.fields[f"card_{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def cards(self) -> list[forms.BoundField]:
        """The fields of the five cards."""
        return [self[f"card_{place}"] for place in range(CARDS)]

    def clean(self) -> dict[str, Any]:
        """A lot by cards has five, all different: one pack lies on the table."""
        said = super().clean() or self.cleaned_data
        drawn = [said[f"card_{place}"] for place in range(CARDS) if said.get(f"card_{place}")]
        if said.get("by") == "lots" and drawn:
            if said.get("text"):
                self.add_error("text", _("Choose the cards or write the words, not both."))
            elif len(drawn) < CARDS:
                self.add_error(self._first_empty(), _("Five cards make the lot: choose this one too."))
            elif len(set(drawn)) < CARDS:
                self.add_error(
                    f"card_{CARDS - 1}", _("The same card stands here twice. Look at the table again.")
                )
        return said

    def _first_empty(self) -> str:
        return next(f"card_{place}" for place in range(CARDS) if not self.cleaned_data.get(f"card_{place}"))

    def lot(self) -> str:
        """Return the lot as it counts: the words, or the cards in the order drawn."""
        said = self.cleaned_data
        return said["text"] or " ".join(
            said[f"card_{place}"] for place in range(CARDS) if said[f"card_{place}"]
        )


@desk("draw", "GET", "HEAD", "POST")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the draw, before and after; make it, or pair the next round. A second click finds what stands."""
    stage = stage_at_hand(tournament)
    standing = draws.standing_draw(stage)
    if standing is not None and request.method == "POST":
        draws.draw_stage(stage, by=standing[0].by, author=author_of(request), at=timezone.now())
        return redirect("desk_draw", tournament.slug)
    if standing is not None:
        return drawn_page(request, tournament, stage, standing[0], latest_round_job(stage) or standing[1])
    if tournament.laid and request.method != "POST":
        return laid_page(request, tournament, stage)
    form, status = DrawForm(pack_of(stage), sent(request)), 200
    if form.is_valid():
        try:
            by = form.cleaned_data["by"]
            draws.draw_stage(stage, by=by, lot=form.lot(), author=author_of(request), at=timezone.now())
            return redirect("desk_draw", tournament.slug)
        except RuleError as refusal:
            status = status_of(refusal)
            of_the_lot = refusal.code.startswith("lot_") and refusal.code != "lot_needed"
            form.add_error("text" if of_the_lot else None, say(refusal.message))
    return before_page(request, tournament, stage, form, status=status_with(form, status))


@desk("draw", "POST")
def take_back(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the draw back, with the reason: it is made again."""
    stage = stage_at_hand(tournament)
    try:
        draws.take_back_draw(
            stage, request.POST.get("reason", ""), author=author_of(request), at=timezone.now()
        )
    except RuleError as refusal:
        messages.error(request, say(refusal.message))
    return redirect("desk_draw", tournament.slug)


@desk("draw", "POST")
def promise(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Publish the promise: nobody can change the entrants or the secret number after the lot is known."""
    stage = stage_at_hand(tournament)
    try:
        draws.commit_draw(stage, author=author_of(request), at=timezone.now())
    except RuleError as refusal:
        form = DrawForm(pack_of(stage))
        return before_page(
            request, tournament, stage, form, status=status_of(refusal), refusal=say(refusal.message)
        )
    messages.success(request, _("The promise is published: now draw the cards."))
    return redirect("desk_draw", tournament.slug)


def pack_of(stage: Stage) -> Pack:
    """Return the pack that a stage is played with, of which its lot is drawn."""
    return read_profile(CARD_GAMES[stage.tournament.card_game], stage.profile).pack


def before_page(
    request: HttpRequest,
    tournament: Tournament,
    stage: Stage,
    form: DrawForm,
    *,
    status: int = 200,
    refusal: str = "",
) -> HttpResponse:
    """Show what will be drawn, by what, and the promise once it is made."""
    teams = list(tournament.teams.all())
    check = checklist(tournament, teams)
    pack = pack_of(stage)
    promises = stage.commitments.filter(round=Draw.FIRST_ROUND, draw__isnull=True)
    context = {
        "form": form,
        "pack": pack,
        "pack_rows": [[f"{rank}{suit}" for rank in pack.ranks] for suit in pack.suits],
        "check": check,
        "seeds": check.through or _seeded(teams),
        "commitment": promises.order_by("-attempt").first(),
        "options": stage_options(stage),
        "refusal": refusal,
        "lots_asked": tournament.state == "playing" and any(map(levels_of, _over(tournament))),
    }
    return at_desk(request, tournament, "draws/desk_draw.html", context, status=status)


def laid_page(request: HttpRequest, tournament: Tournament, stage: Stage) -> HttpResponse:
    """Show the cards that lie on the table, then the pairs drawn by them: those that are turned face up."""
    shown = lot_view(tournament, all_pairs=True)
    lot_is_up = tournament.turned == CARDS
    context = shown | {
        "lot_is_up": lot_is_up,
        "following_card": None if lot_is_up else tournament.turned + 1,
        "following_pair": shown["pairs_up"] + 1 if shown["pairs_up"] < shown["pairs"] else None,
        "all_cards": CARDS,
        "options": stage_options(stage),
        "seeds": _seeded(tournament.teams.all()),
    }
    return at_desk(request, tournament, "draws/desk_lot_cards.html", context)


def _seeded(teams: Iterable[Team]) -> int:
    return sum(team.seed is not None and team.presence != "absent" for team in teams)


def _over(tournament: Tournament) -> list[Stage]:
    """The last stage that is over: its lots settle who goes on."""
    return list(tournament.stages.filter(state="over").select_related("tournament").order_by("number"))[-1:]


def drawn_page(
    request: HttpRequest, tournament: Tournament, stage: Stage, draw: Draw, job: Job
) -> HttpResponse:
    """Show the pairings as cards, or how far the job is that makes them."""
    pack = pack_of(stage)
    cards = drawn_cards(stage) if job.state == "done" else []
    turn, rounds = drawn_rounds(stage) if cards else (1, 1)
    context = {
        "draw": draw,
        "job": job,
        "percent": job.progress // 10,
        "cards": cards,
        "name": say(FORMATS[stage.format].round_name(turn, rounds)) if cards else "",
        "next_round": turn + 1 if cards and can_pair(stage) else None,
        "can_take_back": bool(cards) and _can_take_back(stage),
        "lot_cards": draw.lot.split() if all(card in pack.cards for card in draw.lot.split()) else [],
        "pack": pack,
        "seeds": sum(seed is not None for _entrant, seed, *_club in draw.commitment.entrants),
        "options": stage_options(stage),
        "following": following_words(stage),
    }
    template = "draws/_desk_result.html" if request.htmx else "draws/desk_result.html"  # type: ignore[attr-defined]
    return at_desk(request, tournament, template, context)


def following_words(stage: Stage) -> str:
    """Say what the next stage waits for, where one follows."""
    following = stage.tournament.stages.filter(number=stage.number + 1).first()
    if following is None:
        return ""
    missing = results_missing(stage)
    values = {"stage": following.number, "format": _(FORMATS[following.format].name), "count": missing}
    if not missing:
        return _("Stage %(stage)s, %(format)s, follows once this one is over.") % values
    return (
        ngettext(
            "Stage %(stage)s, %(format)s, follows once this one is over: %(count)d result is missing.",
            "Stage %(stage)s, %(format)s, follows once this one is over: %(count)d results are missing.",
            missing,
        )
        % values
    )


def _can_take_back(stage: Stage) -> bool:
    try:
        draws.refuse_taking_back(stage)
    except RuleError:
        return False
    return True


def drawn_rounds(stage: Stage) -> tuple[int, int]:
    """Return the round shown and how many the drawn stage has, as far as they are made."""
    last = int(stage.matches.order_by("-round").values_list("round", flat=True)[0])
    return (last if stage.format in ROUND_BY_ROUND else 1), last


def stage_options(stage: Stage) -> list[tuple[str, str]]:
    """Return what will be played, in words: the format's options, the tables, the targets."""
    profile = read_profile(CARD_GAMES[stage.tournament.card_game], stage.profile)
    said = [
        (_(option.label), _option_words(stage.options.get(option.key, option.default), option.choices))
        for option in FORMATS[stage.format].all_options
    ]
    targets = [(_("Games"), ", ".join(map(str, profile.targets)))] if profile.targets else []
    return [*said, (_("Tables"), str(stage.tournament.tables)), *targets]


def _option_words(value: object, choices: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return _(choices[str(value)]) if str(value) in choices else str(value)
