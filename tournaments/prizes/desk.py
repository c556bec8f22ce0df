"""Desk pages of the prizes: the list with the winners, hand-over, receipts and diplomas."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.competition.standings.prize_kinds import PrizeFor
from tournaments.matches.public.match_box import settled_view
from tournaments.models import Prize, Tournament
from tournaments.permissions import may, roles_of
from tournaments.prizes import rules, services
from tournaments.prizes.paper import diplomas, receipts
from tournaments.prizes.rules import PrizeState, PrizeTerms
from tournaments.prizes.selectors import Holder, PrizeNow, marks_of, prizes_now, terms_of
from tournaments.prizes.words import STATES, amount, impossible_words, place_name, prize_for, shared_words
from tournaments.web import desk_frame
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, desk_act, sent
from tournaments.web.fields import AmountField
from tournaments.web.typesetting import pdf_answer

GIVEN_FOR = {
    PrizeFor.PLACE: gettext_lazy("A place of the final standings"),
    PrizeFor.GROUP: gettext_lazy("A place within a group"),
    PrizeFor.CATEGORY: gettext_lazy("A category that you choose"),
}
CHIPS = {
    PrizeState.OPEN: "",
    PrizeState.EXPECTED: "",
    PrizeState.ASSIGNED: "warn",
    PrizeState.HANDED_OVER: "ok",
    PrizeState.IMPOSSIBLE: "err",
}


class PrizeForm(forms.Form):
    """The form of a prize: its text, its condition (place, group or category), and its cost or amount."""

    text = forms.CharField(label=gettext_lazy("What it is"), max_length=rules.LONGEST_TEXT)
    given_for = forms.ChoiceField(
        label=gettext_lazy("For"), choices=[*GIVEN_FOR.items()], initial=PrizeFor.PLACE.value
    )
    place = forms.IntegerField(
        label=gettext_lazy("Place"), min_value=1, max_value=rules.LAST_PLACE, required=False
    )
    group = forms.CharField(
        label=gettext_lazy("Group"),
        max_length=rules.LONGEST_GROUP,
        required=False,
        help_text=gettext_lazy("Only for a place within a group: A, B …"),
    )
    category = forms.CharField(
        label=gettext_lazy("Category"),
        max_length=rules.LONGEST_CATEGORY,
        required=False,
        help_text=gettext_lazy("Only for a category: the eldest, the youngest …"),
    )
    value = AmountField(
        label=gettext_lazy("What it cost"),
        required=False,
        help_text=gettext_lazy("Left empty, it was given to the club and does not touch the cash."),
    )
    is_money = forms.BooleanField(label=gettext_lazy("It is money: this amount is paid out"), required=False)

    @property
    def values(self) -> dict[str, Any]:
        """The cleaned values with the types that the prize rules expect."""
        return {**self.cleaned_data, "given_for": PrizeFor(self.cleaned_data["given_for"])}


class CategoryForm(PrizeForm):
    """The form of a prize for a category, with a field for the winning team."""

    def __init__(self, tournament: Tournament, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        teams = tournament.teams.order_by("name").values_list("pk", "name")
        nobody = [("", _("nobody yet"))]
        self.fields["team"] = forms.ChoiceField(
            label=_("Who has it"), required=False, choices=nobody + [(str(pk), name) for pk, name in teams]
        )


class HolderLine(NamedTuple):
    """A winner of a prize, the winner's share of the money, and whether the share can be handed over now."""

    holder: Holder
    cents: str
    ready: bool


class PrizeRow(NamedTuple):
    """A prize in the list on the desk page."""

    prize: Prize
    prize_for: str
    words: str
    chip: str
    value: str
    note: str
    holders: tuple[HolderLine, ...]


@desk("read_prizes", "GET", "HEAD", "POST")
def prize_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show all prizes with their winners; on POST, add a prize."""
    changes = may("change_prizes", roles_of(request.user, tournament))
    form = PrizeForm(
        sent(request), initial={"place": tournament.prizes.filter(given_for="place").count() + 1}
    )
    if request.method == "POST":
        desk_frame.refuse_act("change_prizes", request.user, tournament)
        if carried_out(form, lambda: services.add_prize(tournament, _terms(form), **acting(request))):
            messages.success(request, _("The prize stands in the list."))
            return redirect("desk_prizes", tournament.slug)
    now = prizes_now(tournament)
    context = {
        "form": form,
        "changes": changes,
        "rows": [_row(each, official=now.official) for each in now.prizes],
        "settled": settled_view(tournament, now.settled),
        "now": now,
        "diplomas": _diploma_places(tournament),
        "any_holder": any(each.holders for each in now.prizes),
    }
    return at_desk(request, tournament, "prizes/prizes.html", context)


def _terms(form: PrizeForm) -> PrizeTerms:
    return PrizeTerms(**form.values)


def _row(now: PrizeNow, *, official: bool) -> PrizeRow:
    prize = now.prize
    by_hand = prize.given_for == PrizeFor.CATEGORY
    value = "" if prize.value is None else amount(prize.value)
    lines = tuple(
        HolderLine(
            each,
            "" if each.cents is None or not now.is_shared else amount(each.cents),
            each.due and not each.handed_over and (official or by_hand),
        )
        for each in now.holders
    )
    note = impossible_words(now) or shared_words(now)
    return PrizeRow(prize, prize_for(now), str(STATES[now.state]), CHIPS[now.state], value, note, lines)


def _diploma_places(tournament: Tournament) -> list[tuple[int, str]]:
    if tournament.state != "over":
        return []
    places = {1, 2, 3} | set(tournament.prizes.filter(given_for="place").values_list("place", flat=True))
    last = tournament.teams.count()
    return [(place, place_name(place)) for place in sorted(each for each in places if each and each <= last)]


@desk("change_prizes", "GET", "HEAD", "POST")
def one_prize(request: HttpRequest, tournament: Tournament, prize_id: UUID) -> HttpResponse:
    """Show one prize; on POST, change the prize or choose the winner of a prize of a category."""
    prize = _prize(tournament, prize_id)
    form = _form_of(request, prize)
    if carried_out(form, lambda: _change(request, prize, form)):
        messages.success(request, _("The prize is saved."))
        return redirect("desk_prizes", tournament.slug)
    marks = marks_of(tournament)[prize.pk]
    context = {"form": form, "prize": prize, "handed_over": bool(rules.handed_over(marks))}
    return at_desk(request, tournament, "prizes/prize.html", context)


def _form_of(request: HttpRequest, prize: Prize) -> PrizeForm:
    terms = terms_of(prize)
    initial = dict(vars(terms))
    if prize.given_for != PrizeFor.CATEGORY:
        return PrizeForm(sent(request), initial=initial)
    holders = next(each for each in prizes_now(prize.tournament).prizes if each.prize.pk == prize.pk).holders
    initial["team"] = next((str(each.team.pk) for each in holders if each.due), "")
    return CategoryForm(prize.tournament, sent(request), initial=initial)


def _change(request: HttpRequest, prize: Prize, form: PrizeForm) -> None:
    values = form.values
    team = values.pop("team", None)
    stays_category = isinstance(form, CategoryForm) and values["given_for"] == PrizeFor.CATEGORY
    placing = {"team": UUID(team) if team else None} if stays_category else {}
    services.change_and_place_prize(prize, values, placing, **acting(request))


@desk_act("change_prizes", "desk_prizes")
def move(request: HttpRequest, tournament: Tournament, prize_id: UUID) -> str:
    """Move a prize to another position of the list."""
    number = desk_frame.number_sent(request, "number", digits=3)
    prize = _prize(tournament, prize_id)
    services.move_prize(prize, number or prize.number, **acting(request))
    return ""


@desk_act("change_prizes", "desk_prizes")
def remove(request: HttpRequest, tournament: Tournament, prize_id: UUID) -> str:
    """Remove a prize from the list."""
    services.remove_prize(_prize(tournament, prize_id), **acting(request))
    return _("The prize is off the list.")


@desk_act("hand_over_prize", "desk_prizes")
def hand_over(request: HttpRequest, tournament: Tournament, prize_id: UUID) -> str:
    """Record that a prize was handed over."""
    services.hand_over(_prize(tournament, prize_id), _team(request.POST), **acting(request))
    return _("Handed over.")


@desk_act("hand_over_prize", "desk_prizes")
def take_back(request: HttpRequest, tournament: Tournament, prize_id: UUID) -> str:
    """Cancel the hand-over of a prize."""
    services.take_back(_prize(tournament, prize_id), _team(request.POST), **acting(request))
    return _("Taken back.")


def _prize(tournament: Tournament, prize_id: UUID) -> Prize:
    return get_object_or_404(Prize.objects.select_related("tournament"), pk=prize_id, tournament=tournament)


def _team(fields: Mapping[str, Any]) -> UUID | None:
    try:
        return UUID(fields.get("team", "")) if fields.get("team") else None
    except ValueError as wrong:
        raise Http404 from wrong


@desk("read_prizes")
def receipts_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the receipts for signature as PDF, one for each winner."""
    pdf = receipts(tournament)
    if pdf is None:
        messages.info(request, _("Nobody has a prize yet: the receipts are printed once it is known who."))
        return redirect("desk_prizes", tournament.slug)
    return pdf_answer(pdf, f"{tournament.slug}-receipts")


@desk("read_prizes")
def diplomas_pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the diplomas of the champions, or of the requested places, as PDF."""
    chosen_places = {
        int(each)
        for each in request.GET.getlist("posto")
        if each.isascii() and each.isdigit() and len(each) < 4
    }
    pdf = diplomas(tournament, chosen_places or {1})
    if pdf is None:
        messages.info(request, _("Nobody has these places yet: diplomas are printed when it is over."))
        return redirect("desk_prizes", tournament.slug)
    return pdf_answer(pdf, f"{tournament.slug}-diplomas")
