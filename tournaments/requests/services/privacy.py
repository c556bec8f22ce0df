"""The privacy text of the club. Each change adds a version; stored versions never change."""

from datetime import datetime

from django.db import transaction

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, Problem, Sentence, _
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import Club, PrivacyText
from tournaments.requests.selectors import privacy_version

LONGEST_TEXT = 6_000


def write_privacy(text: str, *, author: Author, at: datetime) -> PrivacyText:
    """Store a new version of the privacy text; earlier consents still refer to the earlier versions.

    Raise BadEntry if the text is empty or longer than 6,000 letters.
    """
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if not text or len(text) > LONGEST_TEXT:
        sentence = Sentence(_("Write the text, at most %(most)s letters."), {"most": LONGEST_TEXT})
        raise BadEntry("bad_text", sentence, (Problem("bad_text", "", "error", "/text", sentence),))
    with transaction.atomic():
        Club.objects.select_for_update().get_or_create(pk=1)
        version = privacy_version() + 1
        row = PrivacyText.objects.create(version=version, text=text, made_by_id=author.user_id, made_at=at)
        note_club("privacy_text", author=author, at=at, body={"version": version})
    return row
