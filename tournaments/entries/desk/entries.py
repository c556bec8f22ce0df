"""The entries page of the desk, on which teams are added, changed, removed and checked in."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django_htmx.http import reselect, reswap, retarget

from tournaments.competition.names import name_key
from tournaments.competition.roster import MOST_TEAMS
from tournaments.draws.desk.checklist import checklist
from tournaments.entries.desk.namesakes import NamesakesForm, suggestions
from tournaments.entries.services import entries as entry_services
from tournaments.entries.services.late_entries import enter, taking_latecomers
from tournaments.extras import parts_of
from tournaments.models import Person, Team, Tournament
from tournaments.rosters.selectors.roster import teams_gone, with_seats, with_substitutes
from tournaments.teams.public import players_words, where_each
from tournaments.templatetags.components import Pill
from tournaments.templatetags.entrants import CALLED, called
from tournaments.values.details import DETAILS, LONGEST_DETAIL
from tournaments.web.desk_frame import acting, at_desk, carried_out, desk, desk_act, refusal_words, sent
from tournaments.web.page_cache import unindented
from tournaments.web.words import LEAVING_WORDS

A_PAGE = 64
OPTIONAL = ("name", *DETAILS, "seed")

NONE_OF_PART = {"assenti": "none absent", "ritirate": "none left"}


class EntryTable(NamedTuple):
    """The data from which an optional feature builds its column of the entries page."""

    request: HttpRequest
    tournament: Tournament
    teams: Sequence[Team]


@dataclass(frozen=True)
class EntryColumn:
    """A column of the entries page: a text for each team, and the `chosen` teams to show (None for all)."""

    heading: str
    cells: Mapping[UUID, str]
    chosen: Collection[UUID] | None


class EntryForm(NamesakesForm):
    """Form for one team: the names of its players, and the optional fields."""

    name = forms.CharField(label=gettext_lazy("Team name"), required=False, max_length=80)
    seed = forms.IntegerField(label=gettext_lazy("Seed"), required=False, min_value=1, max_value=MOST_TEAMS)

    def __init__(
        self, tournament: Tournament, *args: Any, seated: Sequence[Person] = (), **more: Any
    ) -> None:
        super().__init__(*args, **more)
        size = tournament.team_size
        if size == 1:
            del self.fields["name"]  # a single player has no team name
        words = CALLED["player"].pairs if size > 1 else CALLED["player"].alone
        names = [f"player_{place}" for place in range(size)]
        for number, name in enumerate(names, start=1):
            widget = forms.TextInput({"list": "people", "autocomplete": "off", "autocapitalize": "words"})
            self.fields[name] = forms.CharField(
                label=str(words) % {"number": number}, max_length=200, required=False, widget=widget
            )
        self.fields[names[0]].widget.attrs["autofocus"] = True
        for key, detail in DETAILS.items():
            self.fields[key] = forms.CharField(
                label=gettext_lazy(detail.label), required=False, max_length=LONGEST_DETAIL
            )
        self.order_fields([*names, *OPTIONAL])
        self.problem_fields = {f"players/{place}": name for place, name in enumerate(names)}
        self.ask_which(names, seated)

    @property
    def players(self) -> list[forms.BoundField]:
        """The form fields for the players' names."""
        return [self[name] for name in self.names]

    @property
    def optional(self) -> list[forms.BoundField]:
        """The form fields that may stay empty."""
        return [self[name] for name in OPTIONAL if name in self.fields]

    @property
    def says_more(self) -> bool:
        """True if an optional field has a value or an error, so that the page must show these fields."""
        return self.is_bound and any(self.data.get(name) or self.errors.get(name) for name in OPTIONAL)

    def entry(self) -> entry_services.Entry:
        """Return the submitted entry."""
        optional_fields = {name: self.cleaned_data[name] for name in OPTIONAL if name in self.fields}
        players = {"players": self.players_written(), "meant": self.meant()}
        return entry_services.Entry.of({**players, **optional_fields})


@desk("enter_teams", "GET", "HEAD", "POST")
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of entries, or add a submitted team to the list."""
    form = EntryForm(tournament, sent(request))

    def enter_team() -> None:
        (entrant,) = enter(tournament, [form.entry()], **acting(request))
        messages.success(request, _("%(team)s is entered.") % {"team": entrant.name})

    if carried_out(form, enter_team):
        pages = -(-tournament.teams.count() // A_PAGE)
        last = f"?pagina={pages}" if pages > 1 else ""
        return redirect(reverse("desk_entries", args=[tournament.slug]) + last)
    return entries_page(request, tournament, form)


def entries_page(request: HttpRequest, tournament: Tournament, form: EntryForm) -> HttpResponse:
    """Render the entries page: the form for one team, and the list of entries below it."""
    teams = list(tournament.teams.prefetch_related(with_seats()))
    check = checklist(tournament, teams)
    players = with_substitutes(teams)
    is_open = tournament.state == "entries"
    withdrawals = {} if is_open else teams_gone(tournament)
    where = {} if is_open else where_each(tournament, [team for team in teams if team.pk not in withdrawals])
    out = {pk for pk, now in where.items() if now.kind == "out"}
    table = EntryTable(request, tournament, teams)
    columns = [column for part in parts_of("entry_columns") if (column := part(table)) is not None]
    player_names = {team.pk: players_words(players[team.pk], "written_name") for team in teams}
    query = list_query(request)
    part_key, search = query.get("mostra", [""])[0], query.get("cerca", [""])[0].strip()[:80]
    parts = {} if is_open or columns else parts_of_list(teams, withdrawals, out)
    listed = [
        team
        for team in teams
        if all(column.chosen is None or team.pk in column.chosen for column in columns)
        and (part_key not in parts or team.pk in parts[part_key][1])
        and matches_search(search, team, player_names[team.pk])
    ]
    page = Paginator(listed, A_PAGE).get_page(query.get("pagina", [""])[0])
    context = {
        "page": page,
        "query": f"?{urlencode({'mostra': part_key, 'cerca': search})}&",
        "where": where,
        "search": search,
        "parts": [
            Pill(name, f"?mostra={key}" if key else "?", key == part_key, len(part))
            for key, (name, part) in parts.items()
        ],
        "form": form,
        "columns": columns,
        "clubs": (is_open and not columns) or any(team.detail_texts for team in teams),
        "rows": [
            (
                team,
                player_names[team.pk],
                LEAVING_WORDS.get(withdrawals.get(team.pk, ""), ""),
                [column.cells.get(team.pk, "") for column in columns],
                where.get(team.pk),
            )
            for team in page.object_list
        ],
        "check": check,
        "empty": empty_words(tournament, search, part_key if part_key in parts else "") if teams else "",
        "people": suggestions({seat.person_id for team in teams for seat in team.seats.all()}),
        "open": is_open,
        "closed": not is_open and refusal_words(lambda: taking_latecomers(tournament.stage_at_hand())),
    }
    badges = {"desk_entries": check.expected if is_open else 0}
    return unindented(at_desk(request, tournament, "entries/entries.html", context, badges=badges))


def empty_words(tournament: Tournament, search: str, part: str) -> str:
    """Return the message for a search or filter that matches no team; empty without a search or filter."""
    key = "none so called" if search else NONE_OF_PART.get(part)
    return called(key, tournament) if key else ""


def list_query(request: HttpRequest) -> dict[str, list[str]]:
    """Return the query parameters of the list page.

    For an HTMX request, these are the query parameters of the page from which the request was sent.
    """
    asks = getattr(request, "htmx", None)
    url = asks.current_url if asks and asks.current_url else request.get_full_path()
    return parse_qs(urlsplit(url).query)


def parts_of_list(
    teams: Sequence[Team], withdrawals: Collection[UUID], out: Collection[UUID]
) -> dict[str, tuple[str, set[UUID]]]:
    """Return the filters of the entries page after the draw, each with its label and its team ids."""
    absent = {team.pk for team in teams if team.presence == "absent"}
    withdrawn_ids = {team.pk for team in teams if team.pk in withdrawals}
    return {
        "": (pgettext("part of a list of teams", "All"), {team.pk for team in teams}),
        "in-gara": (
            pgettext("part of a list of teams", "Playing"),
            {team.pk for team in teams if team.pk not in out} - absent - withdrawn_ids,
        ),
        "assenti": (pgettext("part of a list of teams", "Absent"), absent),
        "ritirate": (pgettext("part of a list of teams", "Left"), withdrawn_ids),
    }


def matches_search(search: str, team: Team, players: str) -> bool:
    """Return whether every word of the search occurs in a team's names, players or details."""
    names = (team.written_name, team.name, *players.split(","), *team.detail_texts)
    text = " ".join(name_key(name) for name in names)
    return all(word in text for word in name_key(search).split())


@desk("enter_teams", "GET", "HEAD", "POST")
def team(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Show and save the form of a team. After the draw, show the menu of actions on the team instead."""
    entrant = get_object_or_404(Team, pk=team_id, tournament=tournament)
    if tournament.state != "entries" and request.method != "POST":
        return _acts(request, tournament, entrant)
    seated = [seat.person for seat in entrant.seats.select_related("person")]
    values = {f"player_{place}": person.written_name for place, person in enumerate(seated)}
    values |= {name: getattr(entrant, name) for name in OPTIONAL} | {"name": entrant.written_name}
    form = EntryForm(tournament, sent(request), initial=values, seated=seated)
    if carried_out(form, lambda: entry_services.change_team(entrant, form.entry(), **acting(request))):
        entrant.refresh_from_db(fields=["name"])
        messages.success(request, _("%(team)s: the entry is saved.") % {"team": entrant.name})
        return redirect("desk_entries", tournament.slug)
    context = {"form": form, "team": entrant, "people": suggestions()}
    return at_desk(request, tournament, "entries/team.html", context)


def _acts(request: HttpRequest, tournament: Tournament, entrant: Team) -> HttpResponse:
    """Render the page of actions on a team; for HTMX requests, only the menu in the row of the team."""
    withdrawal = LEAVING_WORDS.get(teams_gone(tournament).get(entrant.pk, ""), "")
    context = {"tournament": tournament, "team": entrant, "withdrawal": withdrawal, "acts": True}
    if not request.htmx:  # type: ignore[attr-defined]
        return at_desk(request, tournament, "entries/team.html", context | {"base": request.path})
    base = reverse("desk_entries", args=[tournament.slug])
    menu = render(request, "entries/_acts.html", context | {"base": base})
    return reswap(reselect(retarget(menu, f"#t-{entrant.pk} .acts > a"), "details"), "outerHTML")


@desk_act("enter_teams", "desk_entries")
def withdraw(request: HttpRequest, tournament: Tournament, team_id: UUID) -> str:
    """Remove a team from the list before the draw."""
    entrant = get_object_or_404(Team, pk=team_id, tournament=tournament)
    entry_services.withdraw_team(entrant, **acting(request))
    return _("%(team)s is off the list.") % {"team": entrant.name}


@desk("mark_presence", "POST")
def presence(request: HttpRequest, tournament: Tournament, team_id: UUID) -> HttpResponse:
    """Toggle the presence of a team: absent if it was present, otherwise present."""
    entrant = get_object_or_404(Team, pk=team_id, tournament=tournament)
    _mark(request, tournament, {entrant.pk: "absent" if entrant.presence == "present" else "present"})
    if request.htmx:  # type: ignore[attr-defined]
        return entries_page(request, tournament, EntryForm(tournament))
    return redirect("desk_entries", tournament.slug)


@desk("mark_presence", "POST")
def presences(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Mark all teams that are still expected as present or absent."""
    word = "present" if request.POST.get("presence") == "present" else "absent"
    expected = tournament.teams.filter(presence="expected").values_list("pk", flat=True)
    _mark(request, tournament, dict.fromkeys(expected, word))
    page = "desk_draw" if request.POST.get("next") == "desk_draw" else "desk_entries"
    return redirect(page, tournament.slug)


def _mark(request: HttpRequest, tournament: Tournament, presence_by_team: dict[Any, str]) -> None:
    if refusal := refusal_words(
        lambda: entry_services.mark_presence(tournament, presence_by_team, **acting(request))
    ):
        messages.error(request, refusal)
