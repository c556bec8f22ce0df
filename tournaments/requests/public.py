"""The form by which one enters from home (mock-up 17), and what is said about names and contacts."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext as _, gettext_lazy, ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.sheet.devices import new_secret
from scoring.translation import say
from scoring.types import NotNow, RuleError
from tournaments.competition.names import LONGEST
from tournaments.errors import status_of
from tournaments.models import Club, PrivacyText, Tournament
from tournaments.requests import rules, selectors
from tournaments.requests.services import checking
from tournaments.requests.services.requests import ask
from tournaments.requests.services.throttle import TooManyRequests, count_request
from tournaments.templatetags.entrants import called
from tournaments.values.money import amount_text
from tournaments.values.requests import Accepts
from tournaments.web.desk_frame import put_beside
from tournaments.web.frame import find_tournament
from tournaments.web.words import clock, day

DEVICE = "iscrizione"
A_DAY = 24 * 3600
SALT = "entry form"
# Seconds within which no person fills in a form.
A_MOMENT = 2
PHONE, MAIL = "phone", "mail"


class EntryRequestForm(forms.Form):
    """Two names, where the club may reach them, whether they agree; `website` is for robots alone."""

    use_required_attribute = False
    website = forms.CharField(required=False)
    stamp = forms.CharField(required=False, max_length=200, widget=forms.HiddenInput)
    seeks_partner = forms.BooleanField(required=False)
    way = forms.ChoiceField(
        required=False,
        choices=[(PHONE, gettext_lazy("Telephone")), (MAIL, gettext_lazy("Mail"))],
        initial=PHONE,
        widget=forms.RadioSelect,
    )
    phone = forms.CharField(
        required=False,
        max_length=40,
        label=gettext_lazy("Telephone number"),
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel", "inputmode": "tel"}),
    )
    mail = forms.CharField(
        required=False,
        max_length=rules.LONGEST_MAIL,
        label=gettext_lazy("Email address"),
        widget=forms.TextInput(attrs={"type": "email", "autocomplete": "email", "inputmode": "email"}),
    )
    code = forms.CharField(required=False, max_length=40, label=gettext_lazy("Code of the entries"))
    consent = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any] | None, tournament: Tournament) -> None:
        super().__init__(data, initial={"stamp": new_stamp()})
        self.size = tournament.team_size
        labels = [_("Name and surname")] if self.size == 1 else [_("First player"), _("Second player")]
        for place in range(self.size):
            label = labels[place] if place < len(labels) else _("Player %(number)s") % {"number": place + 1}
            self.fields[f"player_{place}"] = forms.CharField(required=False, max_length=200, label=label)
            widget = self.fields[f"player_{place}"].widget
            widget.attrs |= {"maxlength": LONGEST, "autocomplete": "off" if place else "name"}
            widget.attrs["autocapitalize"] = "words"
        self.problem_fields = {
            **{f"players/{place}/name": f"player_{place}" for place in range(self.size)},
            "contact": MAIL if data and data.get("way") == MAIL else PHONE,
            "contact/phone": PHONE,
            "contact/mail": MAIL,
        }
        if tournament.notice.accepts != Accepts.CODE:
            del self.fields["code"]
        if self.size != checking.PAIR:
            del self.fields["seeks_partner"]

    @property
    def players(self) -> list[forms.BoundField]:
        """The fields of the names."""
        return [self[f"player_{place}"] for place in range(self.size)]

    def names(self) -> list[str]:
        """Return the names that were written, of one who looks for a partner the first that is."""
        names = [" ".join(self.cleaned_data[f"player_{place}"].split()) for place in range(self.size)]
        return [next(filter(None, names), "")] if self.alone else names

    @property
    def alone(self) -> bool:
        """Whether one looks for a partner."""
        return bool(self.cleaned_data.get("seeks_partner"))

    def contact(self) -> dict[str, str]:
        """Return the way that was chosen, and not what was typed in the other."""
        way = MAIL if self.cleaned_data.get("way") == MAIL else PHONE
        return {way: self.cleaned_data[way]}


def new_stamp() -> str:
    """Return what a form has from when it is opened: its key, and when that was."""
    return signing.dumps([new_secret(), int(timezone.now().timestamp())], salt=SALT)


def _stamped(stamp: str) -> tuple[str, int] | None:
    """Return the key of a form and since when it is open; None where no form of ours has it."""
    try:
        key, opened = signing.loads(stamp, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return str(key), int(opened)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def entry_form(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask who enters, and take the request; then the personal page tells where it stands."""
    tournament = find_tournament(request, slug)
    now = timezone.now()
    closed = rules.closed_why(selectors.window_of(tournament), now)
    if closed is not None:
        try:
            checking.refuse_closed(tournament, now)
        except NotNow as refusal:
            context = {"words": say(refusal.message), "contact": selectors.contact_of(tournament)}
            status = 409 if request.method == "POST" else 200
            return private(_page(request, tournament, "requests/closed.html", context, status))
    form = EntryRequestForm(request.POST if request.method == "POST" else None, tournament)
    if request.method != "POST" or not form.is_valid():
        return private(_form(request, tournament, form))
    return private(_sent(request, tournament, form))


def _sent(request: HttpRequest, tournament: Tournament, form: EntryRequestForm) -> HttpResponse:
    """Take what was sent, or show the form again with what is wrong beside it."""
    now, stamp = timezone.now(), _stamped(form.cleaned_data["stamp"])
    robot = stamp is None or form.cleaned_data["website"] or now.timestamp() - stamp[1] < A_MOMENT
    if robot or stamp is None:
        form.data = QueryDict(mutable=True)
        form.data.update({**request.POST.dict(), "website": "", "stamp": new_stamp()})
        form.add_error(None, _("Look once more whether all is right, then press the button again."))
        return _form(request, tournament, form, 400)
    device = request.COOKIES.get(DEVICE)
    try:
        if not tournament.requests.filter(key=stamp[0]).exists():
            count_request(tournament, str(request.META.get("REMOTE_ADDR", "")), device, at=now)
        consent = request.POST.get("version") if form.cleaned_data["consent"] else None
        _request, token = ask(
            tournament,
            names=form.names(),
            seeks_partner=form.alone,
            **form.contact(),
            consent=consent,
            key=stamp[0],
            code=form.cleaned_data.get("code", ""),
            at=now,
        )
    except RuleError as refusal:
        return _refused(request, tournament, form, refusal)
    answer = redirect("request_page", token)
    if not device:
        secure = request.is_secure()
        answer.set_cookie(DEVICE, new_secret(), max_age=A_DAY, httponly=True, samesite="Lax", secure=secure)
    return answer


def _refused(
    request: HttpRequest, tournament: Tournament, form: EntryRequestForm, refusal: RuleError
) -> HttpResponse:
    if refusal.code == "key_used":
        words = _("This page was sent already. Open the link that you got: there names can be put right.")
        form.add_error(None, words)
        return _form(request, tournament, form, 409)
    put_beside(form, refusal)
    answer = _form(request, tournament, form, status_of(refusal))
    if isinstance(refusal, TooManyRequests):
        answer["Retry-After"] = str(refusal.wait)
    return answer


def _form(
    request: HttpRequest, tournament: Tournament, form: EntryRequestForm, status: int = 200
) -> HttpResponse:
    notice = tournament.notice
    fee = called("fee", tournament, amount=amount_text(notice.fee, get_language() or "", short=True))
    standing = tournament.teams.count()
    context = {
        "form": form,
        "fee": fee if notice.fee else "",
        "version": selectors.privacy_version(),
        "full": notice.places is not None and standing >= notice.places,
    }
    return _page(request, tournament, "requests/form.html", context, status)


def _page(
    request: HttpRequest, tournament: Tournament, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    frame = {"tournament": tournament, "day": day(tournament.starts_at), "club": Club.objects.current()}
    return render(request, template, {**frame, **context}, status=status)


def private(answer: HttpResponse) -> HttpResponse:
    """Let no cache and no search have a page, and no other site its address.

    Without any referrer a form of it would come from nowhere: those pages name the site, never the address.
    """
    answer["Cache-Control"] = "no-store, private"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "strict-origin"
    return answer


@require_safe
def privacy_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what is done with names and contacts: the version that holds, or an older one."""
    tournament = find_tournament(request, slug)
    latest = selectors.privacy_version()
    wanted = request.GET.get("versione", "")
    version = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else latest
    row = PrivacyText.objects.filter(version=version).first()
    if row is None and version != 1:
        raise Http404
    context = {"text": row.text if row else "", "version": version, "latest": latest, "row": row}
    context["versions"] = range(1, latest + 1) if latest > 1 else ()
    return _page(request, tournament, "requests/privacy.html", context)


def button_panel(context: Mapping[str, Any]) -> dict[str, Any] | None:
    """Say on the notice that one may enter from here, and how many look for a partner: two queries."""
    tournament: Tournament = context["tournament"]
    if rules.closed_why(selectors.window_of(tournament), timezone.now()) is not None:
        return None
    singles = selectors.looking_for_partner(tournament).count()
    words = ngettext("%(count)d looks for a partner", "%(count)d look for a partner", singles)
    return {"singles_words": words % {"count": singles} if singles else ""}


def begins_words(tournament: Tournament) -> str:
    """Say when a tournament begins: the day and the hour."""
    if tournament.starts_at is None:
        return ""
    return _("%(day)s, at %(time)s") % {"day": day(tournament.starts_at), "time": clock(tournament.starts_at)}
