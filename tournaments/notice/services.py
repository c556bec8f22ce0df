"""Services that create, change and remove a notice, and that store its regulations."""

import hashlib
import re
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_move
from tournaments.lifecycle.services.locks import lock_tournament
from tournaments.models import Notice, RegulationsFile, Tournament
from tournaments.notice import rules
from tournaments.notice.selectors import notice_of, values_of
from tournaments.queue.runner import follow_up
from tournaments.values.requests import RequestState

# A change of these may promote waiting requests, or change what teams owe.
PLANNED = frozenset({"places", "fee"})
# The largest file, in bytes.
LARGEST_FILE = 2 * 10**6
# The most bytes that are decompressed: a small file may claim to contain a large one.
MOST_UNPACKED = 20 * 10**6
MOST_PAGES = 9_999

_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_PACKED = re.compile(rb"/ObjStm\b.{0,400}?stream\r?\n", re.DOTALL)


def write_notice(
    tournament: Tournament,
    values: Mapping[str, Any] | None,
    *,
    author: Author,
    at: datetime,
    where: str = "/notice",
) -> Notice | None:
    """Change the given fields of a notice, or create the notice; remove the notice if the fields are None.

    An empty mapping changes nothing. Raises BadEntry with all errors; the JSON Pointer of each error begins
    with `where`. The removal raises NotNow while entry requests are waiting for an answer.
    """
    if values is None:
        remove_notice(tournament, author=author, at=at)
        return None
    with transaction.atomic():
        lock_tournament(tournament.pk)
        notice = Notice.objects.filter(tournament=tournament).first()
        standing = values_of(notice)
        named = {key: _clean(key, value) for key, value in values.items()}
        rules.check_notice(standing | named, where)
        new = {key: value for key, value in named.items() if standing[key] != value}
        if new or (values and notice is None):
            notice, _is_new = Notice.objects.update_or_create(tournament=tournament, defaults=new)
            _announce(tournament, "notice_changed", new, author, at)
    return _refreshed_notice(tournament)


def remove_notice(tournament: Tournament, *, author: Author, at: datetime) -> None:
    """Remove the notice, so that the tournament's front page no longer shows it.

    Before the draw, raise NotNow while entry requests are waiting for an answer.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        _refuse_waiting(tournament)
        notice = Notice.objects.filter(tournament=tournament).first()
        if notice is None:
            return
        notice.delete()
        drop_files()
        _announce(tournament, "notice_removed", dict.fromkeys(PLANNED), author, at)
    _refreshed_notice(tournament)


def _refuse_waiting(tournament: Tournament) -> None:
    rows = tournament.requests.filter(tournament__state="entries", joined_to=None)
    count = rows.filter(state__in=(RequestState.NEW, RequestState.WAITING)).count()
    if count:
        text = _(
            "Requests that still wait for this tournament: %(count)s. Say yes or no to each of them beside "
            "the entries, then take the notice away."
        )
        raise NotNow("requests_waiting", Sentence(text, {"count": count}))


def set_regulations(tournament: Tournament, data: bytes | None, *, author: Author, at: datetime) -> Notice:
    """Store a PDF as the regulations, or remove the regulations if `data` is None.

    A tournament without a notice gets an empty notice, even if `data` is None. Raise BadEntry if the file is
    not a PDF or is larger than 2 MB.
    """
    with transaction.atomic():
        lock_tournament(tournament.pk)
        name = _stored(data) if data is not None else ""
        notice, _is_new = Notice.objects.get_or_create(tournament=tournament)
        before, notice.regulations = notice.regulations, name
        if before != name:
            notice.save(update_fields=["regulations"])
            drop_files()
            _announce(tournament, "notice_changed", {"regulations": name}, author, at)
    _refreshed_notice(tournament)
    return notice


def _refreshed_notice(tournament: Tournament) -> Notice | None:
    tournament.refresh_from_db()
    return notice_of(tournament)


def _clean(key: str, value: Any) -> Any:
    return rules.clean_text(key, value) if key in rules.LONGEST else value


def _announce(
    tournament: Tournament, kind: str, new: Mapping[str, Any], author: Author, at: datetime
) -> None:
    note_move(tournament.pk, kind, author=author, at=at, body={"fields": sorted(new)})
    note_change(tournament.pk, "entries")
    if PLANNED & new.keys():
        follow_up("plan", tournament)


def _stored(data: bytes) -> str:
    if len(data) > LARGEST_FILE:
        raise _file_refused("file_too_large", _("The file is too large: at most 2 MB. Save it smaller."))
    try:
        pages = count_pages(data)
    except NotPdf as bad:
        text = _("This is no PDF. Save your regulations as PDF, then choose the file again.")
        raise _file_refused("not_pdf", text) from bad
    name = f"{hashlib.sha256(data).hexdigest()[:32]}.pdf"
    RegulationsFile.objects.get_or_create(name=name, defaults={"pages": pages, "data": data})
    return name


def _file_refused(code: str, text: str) -> BadEntry:
    sentence = Sentence(text)
    return BadEntry(code, sentence, (Problem(code, "", "error", "/regulations", sentence),))


def drop_files() -> None:
    """Delete the regulations files that no notice uses."""
    RegulationsFile.objects.exclude(name__in=Notice.objects.values("regulations")).delete()


def recall_notice(
    tournament: Tournament, memory: Mapping[str, Any], *, author: Author, at: datetime
) -> Notice | None:
    """Create a notice for a tournament from a copied notice; times keep their offset from the start.

    `memory` is the result of `remember_notice`. Regulations whose file was deleted are left out.
    """
    values = rules.from_memory(memory, tournament.starts_at, timezone.get_default_timezone())
    regulations = values.pop("regulations", "")
    with transaction.atomic():
        changed_notice = write_notice(tournament, values, author=author, at=at)
        if RegulationsFile.objects.filter(name=regulations).exists():
            Notice.objects.filter(tournament=tournament).update(regulations=regulations)
    return changed_notice


class NotPdf(ValueError):
    """The error for a file that is not a PDF or is incomplete."""


def count_pages(data: bytes) -> int:
    """Return the number of pages, or 0 if unknown; raise NotPdf if the file is not a PDF."""
    if b"%PDF-" not in data[:1024] or b"%%EOF" not in data[-2048:]:
        raise NotPdf
    pages, room = len(_PAGE.findall(data)), MOST_UNPACKED
    for packed in _PACKED.finditer(data):
        objects = _unpacked(data[packed.end() :], room)
        room -= len(objects)
        pages += len(_PAGE.findall(objects))
        if room <= 0:
            break
    return min(pages, MOST_PAGES)


def _unpacked(data: bytes, most: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, most)
    except zlib.error:
        return b""
