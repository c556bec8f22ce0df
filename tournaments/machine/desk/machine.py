"""Desk pages about the machine: health checks, backups, trial runs of backups, and restores."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from scoring.translation import say
from scoring.types import RuleError
from tournaments.clubs.databases import current_club
from tournaments.clubs.rules import FIRST
from tournaments.copies.rules import Reason, fault_sentence
from tournaments.copies.selectors import Copy, copy_named, newest_copy
from tournaments.copies.services.state import read_state
from tournaments.machine import selectors
from tournaments.machine.rules import LATE, is_late
from tournaments.machine.services import ask_copy, ask_restore, ask_trial, take_copy
from tournaments.web.desk_frame import at_club, at_home, author_of, status_with
from tournaments.web.words import clock, date_words, day, instant

REASONS = {
    Reason.NIGHT: pgettext_lazy("backup", "automatic"),
    Reason.EVENT: gettext_lazy("after a tournament"),
    Reason.EVENING: gettext_lazy("while cards were played"),
    Reason.DESK: gettext_lazy("made by you"),
}
STEPS = {
    "waiting": gettext_lazy("It is about to begin."),
    "loading": gettext_lazy("The copy is opened beside what is here, and checked."),
    "ready": gettext_lazy("It is put in the place of what was here. We are back in a moment."),
    "swapping": gettext_lazy("It is put in the place of what was here. We are back in a moment."),
    "over": gettext_lazy("Done: the copy is in place."),
    "refused": gettext_lazy("Nothing was changed."),
}
DOWNLOAD = "scarica"
AT_WORK = ("queued", "running")
RUNNING = ("waiting", "loading", "ready", "swapping")


class CopyForm(forms.Form):
    """Form that uploads a backup file."""

    file = forms.FileField(
        label=gettext_lazy("A copy from elsewhere"),
        help_text=gettext_lazy("A backup that you downloaded from Trionfo, up to 64 MB."),
    )


@at_home("run_machine")
def show_machine(request: HttpRequest) -> HttpResponse:
    """Show the state of the machine; on POST, queue a backup or a trial run of a backup."""
    if request.method == "POST":
        return _act(request)
    if DOWNLOAD in request.GET:
        answer: HttpResponse = _download_page(request)
        return answer
    return _machine_page(request, CopyForm())


@reauthentication_required  # type: ignore[untyped-decorator]
def _download_page(request: HttpRequest) -> HttpResponse:
    copy = copy_named(request.GET[DOWNLOAD])
    if copy is None:
        raise Http404
    messages.success(request, _("The download has begun."))
    answer = _machine_page(request, CopyForm())
    answer["Refresh"] = f"0; url={reverse('desk_copy', args=[copy.name])}"
    return answer


def _machine_page(request: HttpRequest, form: CopyForm) -> HttpResponse:
    machine = selectors.machine_now()
    names = selectors.tournament_names(machine.copies)
    jobs = selectors.latest_jobs(machine.now)
    copy, trial = jobs.get("backup"), jobs.get("trial")
    disk = machine.disk
    context = {
        "machine": machine,
        "form": form,
        "faults": [(say(each.words), say(each.act) if each.act else "") for each in machine.findings
                   if not each.well],
        "last": _line(machine.last, names) if machine.last else None,
        "copies": [_line(copy, names) for copy in machine.copies],
        "taken": 100 * (disk.total - disk.free) // disk.total if disk else 0,
        "database_size": selectors.database_size(),
        "jobs": [(_("Backup"), copy), (_("Trial run"), trial)],
        "copying": copy is not None and copy.state in AT_WORK,
        "aside": [(each, instant(each.at)) for each in selectors.put_aside()],
        "restoring": current_club() == FIRST and read_state().get("step") in RUNNING,
    }  # fmt: skip
    answer = _page(request, "machine/machine.html", context, status=status_with(form))
    if any(job.state in AT_WORK for job in jobs.values()) and not form.is_bound:
        answer["Refresh"] = "3"  # the page announced that it shows when the backup is made
    return answer


def _line(copy: Copy, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the template context of a row in the list of backups."""
    reason = str(REASONS[copy.reason])
    if copy.reason == Reason.EVENT and copy.facts.about in names:
        reason = _("after %(name)s") % {"name": names[copy.facts.about]}
    local = timezone.localtime(copy.made_at)
    return {
        "copy": copy,
        "reason": reason,
        "day": date_words(local.date()),
        "clock": clock(copy.made_at),
        "made_at": instant(copy.made_at),
        "unchanged": _unchanged_sentence(copy),
        "fault": say(fault_sentence(copy.facts.fault)) if copy.facts.fault else "",
        "tried_at": instant(datetime.fromisoformat(copy.facts.tried_at)) if copy.facts.tried_at else "",
    }


def _unchanged_sentence(copy: Copy) -> str:
    if not copy.facts.same_at:
        return ""
    values = {"day": day(copy.made_at), "time": clock(copy.made_at)}
    if timezone.localdate(copy.made_at) == timezone.localdate():
        values["checked"] = clock(copy.as_of)
        return (
            _("Nothing has changed since %(time)s: that backup still holds (checked at %(checked)s).")
            % values
        )
    values["checked"] = instant(copy.as_of)
    return (
        _("Nothing has changed since %(day)s, %(time)s: that backup still holds (checked: %(checked)s).")
        % values
    )


def _act(request: HttpRequest) -> HttpResponse:
    act, copy = request.POST.get("act"), copy_named(request.POST.get("name", ""))
    if act == "copy":
        ask_copy()
        messages.success(request, _("A copy is being made. This page says when it is there."))
    elif act == "try" and copy is not None:
        ask_trial(copy)
        messages.success(request, _("The copy is being tried. This page says what came of it."))
    else:
        raise Http404
    return redirect("desk_machine")


@at_home("run_machine", "POST")
def send_copy(request: HttpRequest) -> HttpResponse:
    """Store an uploaded backup, and redirect to the page that restores the backup."""
    form = CopyForm(request.POST, request.FILES)
    if not form.is_valid():
        return _machine_page(request, form)
    take_copy(form.cleaned_data["file"])
    return redirect("desk_restore", selectors.SENT)


@at_home("run_machine")
@reauthentication_required  # type: ignore[untyped-decorator]
def download_copy(_request: HttpRequest, name: str) -> FileResponse:
    """Return a backup as a download. The password is required, because a backup contains all player names."""
    copy = copy_named(name)
    if copy is None:
        raise Http404
    answer = FileResponse(copy.file.open("rb"), as_attachment=True, filename=name)
    answer["Cache-Control"] = "no-store, private"
    return answer


@at_home("run_machine")
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
def restore_copy(request: HttpRequest, name: str) -> HttpResponse:
    """Explain a restore; on POST, request the restore after the user has confirmed the password."""
    if selectors.source_of(name) is None:
        raise Http404
    if request.method == "POST":
        try:
            ask_restore(
                name, author=author_of(request), at=timezone.now(), username=request.user.get_username()
            )
        except RuleError as refusal:
            messages.error(request, say(refusal.message))
        return redirect("desk_restoring")
    copy = copy_named(name)
    at = copy.as_of if copy else None
    context = {
        "name": name,
        "copy": copy,
        "aside": bool(selectors.ASIDE.fullmatch(name)),
        "made_at": instant(copy.made_at) if copy else "",
        "loss": selectors.written_since(at) if at else None,
        "file": selectors.source_of(name),
        "is_embedded": selectors.is_embedded(),
    }
    return _page(request, "machine/restore.html", context)


@at_home("run_machine")
def show_restore(request: HttpRequest) -> HttpResponse:
    """Show the progress of a restore; the page reloads itself."""
    state = read_state()
    step = state.get("step", "")
    fault = state.get("fault")
    context = {
        "state": state,
        "running": step in RUNNING,
        "words": STEPS.get(step, ""),
        "percent": state.get("done", 0) // 10,
        "fault": say(fault_sentence(fault)) if fault else "",
    }
    answer = _page(request, "machine/restoring.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def rail_copy(context: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the time of the last backup, and whether a newer backup is overdue, for the navigation.

    At most one query, which is needed only if the last backup is old and the tournament has begun.
    """
    last = newest_copy()
    if last is None:
        return {"copied": ""}
    age = timezone.now() - last.as_of
    begun = getattr(context.get("tournament"), "state", "") == "playing"
    playing = begun and age > LATE and selectors.cards_are_played()
    return {"copied": clock(last.made_at), "late": is_late(age, playing=playing)}


def _page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return at_club(request, "desk_machine", template, context, status)
