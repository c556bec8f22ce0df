"""The public form of entry requests, and the privacy page."""

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
# A form that is sent within this time (seconds) was filled in by a robot.
A_MOMENT = 2
PHONE, MAIL = "phone", "mail"


class EntryRequestForm(forms.Form):
    """The form of an entry request: names, contact and consent. `website` is a honeypot field."""

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
        """The form fields of the player names."""
        return [self[f"player_{place}"] for place in range(self.size)]

    def names(self) -> list[str]:
        """Return the entered names; only one name if the player is looking for a partner."""
        names = [" ".join(self.cleaned_data[f"player_{place}"].split()) for place in range(self.size)]
        return [next(filter(None, names), "")] if self.alone else names

    @property
    def alone(self) -> bool:
        """True if the player is looking for a partner."""
        return bool(self.cleaned_data.get("seeks_partner"))

    def contact(self) -> dict[str, str]:
        """Return the contact of the selected kind; text in the other contact field is ignored."""
        way = MAIL if self.cleaned_data.get("way") == MAIL else PHONE
        return {way: self.cleaned_data[way]}


def new_stamp() -> str:
    """Return a signed value for a form: a random key, and the time when the form was opened."""
    return signing.dumps([new_secret(), int(timezone.now().timestamp())], salt=SALT)


def _stamped(stamp: str) -> tuple[str, int] | None:
    """Return the key and the opening time (Unix time) in a form's signed value; None if the signature is
    invalid.
    """
    try:
        key, opened = signing.loads(stamp, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return str(key), int(opened)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def entry_form(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entry form; store a valid request and redirect to its personal page."""
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
    """Store the submitted entry request, or show the form again with its errors."""
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
    """Forbid caching and indexing of a page, and hide its path from other sites.

    The referrer policy is `strict-origin`: browsers send only the origin of the site. With `no-referrer`,
    Django's CSRF check would refuse the forms of the page.
    """
    answer["Cache-Control"] = "no-store, private"
    answer["X-Robots-Tag"] = "noindex, nofollow"
    answer["Referrer-Policy"] = "strict-origin"
    return answer


@require_safe
def privacy_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the current privacy text, or an older version if the query string names one."""
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
    """Return the template context of the entry button, with the number of players without a partner.

    At most two queries. None while no requests are accepted.
    """
    tournament: Tournament = context["tournament"]
    if rules.closed_why(selectors.window_of(tournament), timezone.now()) is not None:
        return None
    singles = selectors.looking_for_partner(tournament).count()
    words = ngettext("%(count)d looks for a partner", "%(count)d look for a partner", singles)
    return {"singles_words": words % {"count": singles} if singles else ""}


def begins_words(tournament: Tournament) -> str:
    """Return the day and the time when a tournament starts; empty if unknown."""
    if tournament.starts_at is None:
        return ""
    return _("%(day)s, at %(time)s") % {"day": day(tournament.starts_at), "time": clock(tournament.starts_at)}
