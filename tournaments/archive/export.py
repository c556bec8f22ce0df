"""Export of a tournament as one file: recorded data as JSON lines, readable tables, and a manifest."""

import hashlib
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext

from scoring.types import NotNow, Sentence, _
from tournaments.archive import rules
from tournaments.archive.selectors.event_rows import KINDS, PERSONS, persons_of, rows_of
from tournaments.draws.selectors.verify import verify_tournament
from tournaments.extras import parts_of
from tournaments.models import MadeFile, Tournament
from tournaments.queue.services import NewFile

ZIP = "application/zip"
# All files of an archive have this time, so that equal tournaments give equal bytes.
DAY_ONE = (1980, 1, 1, 0, 0, 0)
TRIES = 5
# The parts of the reported progress: the verification, a file for each kind of fact, the tables.
PARTS = len(KINDS) + 2
Progress = Callable[[int], None]
EXPLAINED = _(
    "The whole of one event, from Trionfo.\n\n"
    "facts/ has one file for each kind of fact, a line of JSON each (UTF-8): the tournament, its stages, "
    "the teams and who plays for them, the draws with what repeats them, the rounds, the matches, every "
    "entry of every score sheet chained by its hash, the outcomes.\n"
    "tables/ has the standings, the results and the entrants, for a spreadsheet.\n"
    "manifest.json has the size and the SHA-256 of every file, and the digest of the event.\n\n"
    "Names are those that everybody was shown. “manage.py import_archive FILE” takes the event into another "
    "site.\n"
)


def _ignore_progress(_part: int) -> None:
    """Do nothing: the default for callers that do not show the progress."""


def write_archive(tournament: Tournament, file: IO[bytes], progress: Progress = _ignore_progress) -> str:
    """Write a tournament to a seekable file, report the progress, and return the tournament's digest.

    The data are read without a lock: if they change meanwhile, everything is read again. `progress` is called
    with the number of finished parts, from 1 to PARTS. Raise NotNow while a draw is made, if the stored data
    contradict the recorded facts, or if the tournament keeps changing.
    """
    for _try in range(TRIES):
        file.seek(0)
        file.truncate()
        tournament.refresh_from_db()
        digest = _write(tournament, file, progress)
        if Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk) == tournament.version:
            return digest
    text = _("Something is being written all the time: make the archive again in a quieter moment.")
    raise NotNow("event_moves", Sentence(text))


def make_archive(file: MadeFile, progress: Callable[[int, int], None]) -> NewFile:
    """Write the archive file that was requested at the desk (see `queue/services.py`)."""
    data = BytesIO()
    digest = write_archive(file.tournament, data, lambda part: progress(part, PARTS))
    return NewFile(data.getvalue(), file.tournament.version, digest)


def _write(tournament: Tournament, file: IO[bytes], progress: Progress) -> str:
    if tournament.stages.filter(state="drawing").exists():
        text = _("A draw is being made: make the archive again in a moment.")
        raise NotNow("draw_in_the_making", Sentence(text))
    report = verify_tournament(tournament)
    if report.faults:
        text = _("What is stored of this event is not what its facts say; “manage.py verify” says where.")
        raise NotNow("event_faulty", Sentence(text))
    progress(1)
    members: dict[str, rules.Member] = {}
    with translation.override(settings.LANGUAGE_CODE), ZipFile(file, "w", ZIP_DEFLATED) as archive:
        members[rules.README] = _member(archive, rules.README, [gettext(EXPLAINED).encode()])
        name = f"{rules.FACTS}{PERSONS}.jsonl"
        members[name] = _member(archive, name, map(rules.line_of, persons_of(tournament)))
        for part, kind in enumerate(KINDS, start=2):
            name = f"{rules.FACTS}{kind.name}.jsonl"
            members[name] = _member(archive, name, map(rules.line_of, rows_of(kind, tournament)))
            progress(part)
        for files_of in parts_of("files_of_archive"):
            for name, lines in files_of(tournament):
                members[rules.TABLES + name] = _member(archive, rules.TABLES + name, lines)
        progress(PARTS)
        _member(archive, rules.MANIFEST, [rules.manifest_of(rules.Manifest(report.digest, members))])
    return report.digest


def _member(archive: ZipFile, name: str, lines: Iterable[bytes]) -> rules.Member:
    """Write one file of the archive line by line; return its entry for the manifest."""
    info, sha256, size, count = ZipInfo(name, DAY_ONE), hashlib.sha256(), 0, 0
    info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
    with archive.open(info, "w") as member:
        for line in lines:
            member.write(line)
            sha256.update(line)
            size, count = size + len(line), count + line.count(b"\n")
    return rules.Member(size, count, sha256.hexdigest())


def archive_download(data: bytes, slug: str) -> HttpResponse:
    """Return the archive as a download that is not cached, because a name may be hidden later."""
    headers = {
        "Content-Disposition": f'attachment; filename="{rules.file_name(slug)}"',
        "Cache-Control": "no-store, private",
    }
    return HttpResponse(data, content_type=ZIP, headers=headers)
