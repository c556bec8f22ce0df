"""Services that change the club's data and logo, unless another request has changed the data first."""

import unicodedata
from datetime import datetime

from django.db import transaction
from django.db.models import F

from scoring.sheet.services.log import Author
from scoring.types import BadEntry, NotNow, Problem, Sentence, _
from tournaments.competition.names import INVISIBLE, clean_name
from tournaments.identity.rules.texts import read_colours, read_iban
from tournaments.identity.services.logos import Upload, make_logo
from tournaments.lifecycle.services.changes import note_change
from tournaments.lifecycle.services.journal import note_club
from tournaments.models import Club, ClubLogo, Tournament

LONGEST_TEXT = 160
TEXTS = ("town", "address", "contact", "privacy_contact")
# The fields other than the logo.
PLAIN = ("name", *TEXTS, "iban", "ground_colour", "text_colour")
# The fields that the pages of tournaments show.
ON_PAGES = frozenset({"name", "town", "logo", "ground_colour", "text_colour"})


def change_club(values: dict[str, str], *, version: int | None = None, author: Author, at: datetime) -> Club:
    """Change fields of the club; raise BadEntry for an invalid value, NotNow if `version` is outdated.

    `values` contains the fields to change. If `version` is None, outdated values are not detected.
    """
    club, _is_new = Club.objects.get_or_create(pk=1)
    new = {key: value for key, value in _checked(club, values).items() if getattr(club, key) != value}
    if new or version not in (None, club.version):
        _write(club, new, version, author, at)
    return Club.objects.get(pk=club.pk)


def set_logo(file: Upload | None, *, author: Author, at: datetime) -> Club:
    """Set the logo of the club, or remove the logo if `file` is None. The previous logo is deleted.

    Raise BadEntry if the file is refused, NotNow if another request changes the club at the same time.
    """
    with transaction.atomic():
        club, _is_new = Club.objects.get_or_create(pk=1)
        name, before = (make_logo(file) if file else ""), club.logo
        if name != before:
            _write(club, {"logo": name}, None, author, at)
            ClubLogo.objects.filter(name=before).delete()
    return Club.objects.get(pk=club.pk)


def _write(club: Club, new: dict[str, str], version: int | None, author: Author, at: datetime) -> None:
    with transaction.atomic():
        same = Club.objects.filter(pk=club.pk, version=club.version if version is None else version)
        if not same.update(version=F("version") + 1, **new):
            text = _("Somebody else has changed this page meanwhile. Look at it again, then save yours.")
            raise NotNow("club_changed", Sentence(text))
        note_club("club_changed", author=author, at=at, body={"fields": sorted(new)})
        for tournament in Tournament.objects.values_list("pk", flat=True) if ON_PAGES & new.keys() else ():
            note_change(tournament, "entries")


def _checked(club: Club, values: dict[str, str]) -> dict[str, str]:
    checked = {key: _clean(key, values[key]) for key in ("name", *TEXTS) if key in values}
    if "iban" in values:
        checked["iban"] = read_iban(values["iban"])
    if {"ground_colour", "text_colour"} & values.keys():
        ground = values.get("ground_colour", club.ground_colour)
        checked["ground_colour"], checked["text_colour"] = read_colours(
            ground, values.get("text_colour", club.text_colour)
        )
    return checked


def _clean(key: str, text: str) -> str:
    """Collapse white space in a text; raise BadEntry if the text is too long or has invisible characters."""
    try:
        if key == "name":
            return clean_name(text)
        line = " ".join(unicodedata.normalize("NFC", text).split())
        if any(unicodedata.category(sign) in INVISIBLE for sign in line):
            sentence = Sentence(_("This text holds an invisible character. Type it again."))
            raise BadEntry("text_invisible", sentence)
        most = 80 if key == "town" else LONGEST_TEXT
        if len(line) > most:
            sentence = Sentence(_("Write at most %(most)s letters here."), {"most": most})
            raise BadEntry("text_too_long", sentence)
    except BadEntry as refusal:
        problem = Problem(refusal.code, "", "error", f"/{key}", refusal.message)
        raise BadEntry(refusal.code, refusal.message, (problem,)) from refusal
    return line
