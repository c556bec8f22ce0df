"""The desk page of the privacy text, to which players consent with an entry request."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scoring.types import RuleError
from tournaments.models import Club, PrivacyText
from tournaments.requests.selectors import privacy_version
from tournaments.requests.services.privacy import LONGEST_TEXT, write_privacy
from tournaments.web.desk_frame import at_club, at_home, author_of, put_beside, sent, status_with


class PrivacyForm(forms.Form):
    """The form for changing the club's privacy text."""

    text = forms.CharField(
        label=gettext_lazy("Your text"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 16}),
        help_text=gettext_lazy(
            "Paragraphs with an empty line between them. Whoever agreed before agreed to the old text."
        ),
    )


@at_home("write_privacy", "GET", "HEAD", "POST")
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the current privacy text; on POST, store a new version."""
    version = privacy_version()
    row = PrivacyText.objects.filter(version=version).first()
    form = PrivacyForm(sent(request), initial={"text": row.text if row else ""})
    if form.is_valid():
        try:
            write_privacy(form.cleaned_data["text"], author=author_of(request), at=timezone.now())
        except RuleError as refusal:
            put_beside(form, refusal)
        else:
            messages.success(request, _("The new text holds from now on."))
            return redirect("desk_privacy")
    context = {"form": form, "version": version, "row": row, "club": Club.objects.current()}
    return at_club(request, "desk_club", "requests/desk_privacy.html", context, status_with(form))
