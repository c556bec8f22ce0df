"""The rows of the rules page that concern the tournament and its stages, not the card game."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from django import forms
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournaments.competition.formats import FORMATS
from tournaments.house_rules.desk.rule_rows import (
    FORMAT,
    HEADINGS,
    RESULTS,
    TIME,
    RuleRow,
    listed,
    lower_first,
    option_parts,
    sentence_of,
)  # fmt: skip
from tournaments.models import Stage, Tournament
from tournaments.web.words import clock, day

EVENING, VISIBILITY = "evening", "shown"
PAGE_HEADINGS = {EVENING: gettext_lazy("The evening"), **HEADINGS, VISIBILITY: gettext_lazy("What is shown")}

# The heading and the fields of each row of the tournament form, by the key of the row.
ABOUT_ROWS = {
    "evening": (EVENING, ("name", "starts_at", "tables")),
    "grace": (TIME, ("grace_minutes",)),
    "correction": (RESULTS, ("correction_minutes",)),
    "site": (VISIBILITY, ("visibility", "shows_odds")),
}


def about_rows(
    form: forms.Form, tournament: Tournament, *, sent: forms.Form | None = None, key: str = ""
) -> list[RuleRow]:
    """Return the rows about the tournament. The row with the given key shows the submitted form."""
    preview = _preview(tournament, sent) if sent and sent.is_bound else tournament
    sentences = {
        "evening": evening_sentence(preview),
        "grace": grace_sentence(preview.grace_minutes),
        "correction": correction_sentence(preview.correction_minutes),
    }
    rows = []
    for each, (heading, names) in ABOUT_ROWS.items():
        row_form = sent if sent is not None and each == key else form
        fields = [row_form[name] for name in names if name in row_form.fields]
        sentence = sentences.get(each) or sentence_of(option_parts(fields))
        refused = any(field.errors for field in fields)
        rows.append(RuleRow(each, heading, sentence, fields, part="about", form=row_form, is_open=refused))
    return rows


def _preview(tournament: Tournament, form: forms.Form) -> Tournament:
    """Return an unsaved copy of the tournament with the valid values of the submitted form."""
    form.is_valid()
    preview = copy(tournament)
    for name, value in form.cleaned_data.items():
        setattr(preview, name, value)
    return preview


def evening_sentence(tournament: Tournament) -> SafeString:
    """Return a sentence with the name, the start and the number of tables of the tournament."""
    tables = ngettext("%(count)d table", "%(count)d tables", tournament.tables)
    starts = _("%(day)s at %(time)s") % {
        "day": day(tournament.starts_at),
        "time": clock(tournament.starts_at),
    }
    begins = starts if tournament.starts_at else _("no day yet")
    return format_html("<b>{}</b>, {}, {}.", tournament.name, begins, tables % {"count": tournament.tables})


def grace_sentence(minutes: int) -> SafeString:
    """Return a sentence about the number of minutes before a walkover is proposed."""
    text = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    bold = format_html("<b>{}</b>", text)
    return format_html(_("A called team has {minutes}, then the win by forfeit is proposed."), minutes=bold)


def correction_sentence(minutes: int) -> SafeString:
    """Return a sentence about the number of minutes in which results can be corrected."""
    if not minutes:
        return format_html("<b>{}</b>.", _("The standings are official at once"))
    text = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    bold = format_html("<b>{}</b>", text)
    return format_html(
        _("Provisional for {minutes} after the last one, then the standings are official."), minutes=bold
    )


def stage_rows(stage: Stage, stages: Sequence[Stage]) -> list[RuleRow]:
    """Return the rows of the rules page about the format and the list of stages."""
    form = FORMATS[stage.format]
    about = lower_first(_(form.about)) if form.about else ""
    one = format_html("<b>{}</b>: {}", _(form.name), about)
    names = [format_html("<b>{}</b>", _(FORMATS[each.format].name)) for each in stages]
    several = format_html("{} {}.", _("Stages:"), listed(names))
    return [
        RuleRow("format", FORMAT, one, part="", template="club/_format_row.html"),
        RuleRow(
            "stages",
            FORMAT,
            several if len(stages) > 1 else format_html("<b>{}</b>.", _("One stage only")),
            part="",
            template="club/_stages_row.html",
        ),
    ]


def link_rows(tournament: Tournament) -> list[RuleRow]:
    """Return rows for settings that are changed on other pages, each with a link to that page."""
    closed = len(tournament.closed_pages)
    text = ngettext("%(count)d page is closed", "%(count)d pages are closed", closed) % {"count": closed}
    pages = text if closed else _("everybody sees them all")
    pages_row = RuleRow("pages", VISIBILITY, format_html("{} <b>{}</b>.", _("Public pages:"), pages))
    notice = RuleRow("notice", VISIBILITY, format_html("{}", _("Notice: place, fee, places and prizes.")))
    slug = [tournament.slug]
    return [
        replace(pages_row, link=reverse("desk_shown", args=slug)),
        replace(notice, link=reverse("desk_notice", args=slug)),
    ]
