"""Desk views of a tournament's cash book: payments of teams, expenses, prizes, carnets and cash closing."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import reselect, reswap, retarget

from tournaments.cash import forms, rules, services
from tournaments.cash.entries_page import ways_to_pay
from tournaments.cash.page import cash_context, prizes_of
from tournaments.cash.selectors import CashNow, TeamCash, carnets, carnets_of_teams, cash_now
from tournaments.cash.words import KINDS, in_euros, method_words
from tournaments.entries.desk.entries import EntryForm, entries_page
from tournaments.models import CashLine, Person, Tournament
from tournaments.values.money import LineKind, read_amount
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, refusal_words, sent, status_with

KEY_OF_PAGE = 16  # digits of a page's key; the key of a payment adds the team
BACK = ("desk_cash", "desk_entries", "desk_cash_carnets")


@desk("take_money", "POST")
def take(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Record a payment of a team. A payment in the list of entries also marks the team as present."""
    key = request.POST.get("key", "")
    return _take_payment(
        request, tournament, team_id, request.POST.get("amount", ""), request.POST.get("method", ""), key
    )


@desk("take_money", "POST")
def take_cash(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Record a cash payment from the list of entries. The pressed button submits the team and the amount."""
    team, _space, amount = request.POST.get("payment", "").partition(" ")
    team_id = _id(team) or UUID(int=0)
    key = f"{request.POST.get('key', '')[:KEY_OF_PAGE]}-{team_id.hex}"
    return _take_payment(request, tournament, team_id, amount, "cash", key)


def _take_payment(
    request: HttpRequest, tournament: Tournament, team_id: UUID, typed: str, way: str, key: str
) -> HttpResponse:
    back = _return_page(request)
    method, _colon, carnet = way.partition(":")
    amount = read_amount(typed) or 0
    more: dict[str, Any] = {"key": key[: rules.LONGEST_KEY], "carnet": _id(carnet)}

    def pay() -> None:
        at_door = back == "desk_entries"
        receipt = services.pay(
            tournament, team_id, amount, method, present=at_door, **more, **acting(request)
        )
        words = {"amount": in_euros(amount), "team": _name(tournament, team_id)}
        url = reverse("desk_cash_reverse", args=[tournament.slug, receipt.line.pk])
        messages.success(request, _("%(amount)s taken from %(team)s.") % words, extra_tags=url)

    if refusal := refusal_words(pay):
        messages.error(request, refusal)
    if back == "desk_entries" and request.htmx:  # type: ignore[attr-defined]
        return entries_page(request, tournament, EntryForm(tournament))
    return redirect(back, tournament.slug)


def _return_page(request: HttpRequest) -> str:
    back = request.POST.get("back", "desk_entries")
    return back if back in BACK else "desk_cash"


def _id(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        return UUID(int=0)  # the id of no carnet


def _name(tournament: Tournament, team_id: UUID) -> str:
    return tournament.teams.values_list("written_name", flat=True).filter(pk=team_id).first() or ""


@desk("take_money", "POST")
def take_back(request: HttpRequest, tournament: Tournament, line_id: UUID) -> HttpResponse:
    """Record the reversal of a cash entry."""
    line = get_object_or_404(CashLine, pk=line_id, tournament=tournament)
    if refusal := refusal_words(lambda: services.reverse(line, **acting(request))):
        messages.error(request, refusal)
    else:
        messages.success(request, _("Taken back: a further line says so."))
    if line.team and "team" in request.POST:
        return redirect("desk_cash_team", tournament.slug, line.team)
    return redirect(_return_page(request), tournament.slug)


@desk("take_money", "GET", "HEAD", "POST")
def team_page(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show the amounts that a team owes and has paid; record a payment or a waiver."""
    now = cash_now(tournament)
    team = next((each for each in now.teams if each.team_id == team_id), None)
    if team is None:
        raise Http404
    if request.method == "GET" and request.htmx:  # type: ignore[attr-defined]
        return _ways(request, tournament, team)
    act = request.POST.get("act", "")
    paying = _payment_form(request, tournament, team, act)
    waiving = forms.WaiverForm(
        sent(request) if act == "waive" else None, initial={"amount": in_euros(team.open)}, prefix="waive"
    )

    def pay() -> None:
        method, _colon, carnet = paying.cleaned_data["method"].partition(":")
        amount = paying.cleaned_data["amount"]
        services.pay(tournament, team_id, amount, method, carnet=_id(carnet), **acting(request))

    def waive() -> None:
        services.waive(tournament, team_id, **waiving.cleaned_data, **acting(request))

    for form, write in ((paying, pay), (waiving, waive)):
        if carried_out(form, write):
            messages.success(request, _("Written down."))
            return redirect("desk_cash_team", tournament.slug, team_id)
    context = {
        "team": team,
        "lines": [
            (each, KINDS[each.line.kind], method_words(each))
            for each in now.lines
            if each.line.team == team_id
        ],
        "paying": paying,
        "waiving": waiving,
        "form": waiving if act == "waive" else paying,
    }
    return at_desk(request, tournament, "cash/team.html", context)


def _ways(request: HttpRequest, tournament: Tournament, team: TeamCash) -> HttpResponse:
    ways = ways_to_pay(team, carnets_of_teams(tournament))
    context = {"team": team, "tournament": tournament, "ways": ways, "key": uuid4().hex[:KEY_OF_PAGE]}
    menu = render(request, "cash/_ways.html", context)
    menu = reselect(retarget(menu, f"#t-{team.team_id} .euro > a"), "form")
    return reswap(menu, "outerHTML")


def _payment_form(
    request: HttpRequest, tournament: Tournament, team: TeamCash, act: str
) -> forms.PaymentForm:
    ways = [way for way in ways_to_pay(team, carnets_of_teams(tournament)) if way[0].startswith("voucher:")]
    data = sent(request) if act == "pay" else None
    return forms.PaymentForm(ways, data, initial={"amount": in_euros(team.open)}, prefix="pay")


@desk("close_cash", "GET", "HEAD", "POST")
def cash(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the cash page (dues, expenses, prizes, drawer, closing) and store the submitted form."""
    now, act = cash_now(tournament), request.POST.get("act", "")
    if act == "prize_line":
        return _pay_prize_line(request, tournament, now)
    counting = forms.CashCountForm(sent(request) if act in {"count", "close"} else None, sums=act == "count")
    acts: dict[str, tuple[Form, Callable[[dict[str, Any]], object]]] = {
        "fund": (
            forms.FundForm(sent(request) if act == "fund" else None, prefix="fund"),
            lambda values: services.put_float(tournament, **values, **acting(request)),
        ),
        "expense": (
            forms.ExpenseForm(sent(request) if act == "expense" else None, prefix="expense"),
            lambda values: services.spend(tournament, **values, **acting(request)),
        ),
        "prize": (
            forms.PrizePaymentForm(sent(request) if act == "prize" else None, prefix="prize"),
            lambda values: services.pay_prize(tournament, **values, **acting(request)),
        ),
        "close": (
            counting,
            lambda values: services.close(
                tournament, values["counted"], values["explanation"], **acting(request)
            ),
        ),
    }
    if act in acts:
        form, write = acts[act]
        if carried_out(form, lambda: write(form.cleaned_data)):
            message = _("The cash is closed.") if act == "close" else _("Written down.")
            messages.success(request, message)
            return redirect("desk_cash", tournament.slug)
    context = cash_context(now, counting) | {key: form for key, (form, _write) in acts.items()}
    context["form"] = acts[act][0] if act in acts else counting
    status = 200 if request.htmx else status_with(context["form"])  # type: ignore[attr-defined]
    return at_desk(request, tournament, "cash/cash.html", context, status=status)


def _pay_prize_line(request: HttpRequest, tournament: Tournament, now: CashNow) -> HttpResponse:
    prize = next((each for each in prizes_of(now) if each.key == request.POST.get("key")), None)
    if prize is None or not prize.cents:
        raise Http404
    text, cents = prize.text[: rules.LONGEST_NOTE], prize.cents
    if refusal := refusal_words(
        lambda: services.pay_prize(tournament, text, cents, key=prize.key, **acting(request))
    ):
        messages.error(request, refusal)
    return redirect("desk_cash", tournament.slug)


@desk("take_money", "GET", "HEAD", "POST")
def carnet_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the carnets (prepaid passes) of the club with their remaining evenings; sell a carnet."""
    persons = Person.objects.filter(seats__tournament=tournament).distinct().order_by("written_name")
    choices = [(str(person.pk), person.written_name) for person in persons]
    form = forms.CarnetForm(choices, sent(request))

    def sell() -> None:
        values = dict(form.cleaned_data)
        chosen = values.pop("person")
        person = next(each for each in persons if str(each.pk) == chosen)
        sold = services.sell_carnet(tournament, person, **values, **acting(request)).line
        words = {"number": sold.carnet.number if sold.carnet else 0, "name": person.written_name}
        messages.success(request, _("Carnet %(number)d is sold to %(name)s.") % words)

    if carried_out(form, sell):
        return redirect("desk_cash_carnets", tournament.slug)
    sales = {each.line.carnet_id: each for each in cash_now(tournament).of_kind(LineKind.CARNET)}
    context = {"form": form, "carnets": [(each, sales.get(each.carnet.pk)) for each in carnets()]}
    return at_desk(request, tournament, "cash/carnets.html", context)
