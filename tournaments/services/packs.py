"""The night's pack is asked for: the entry list, the draw, the sheets and the tables of groups in one PDF."""

from django.db import transaction
from django.db.models import F
from django.utils.translation import get_language

from tournaments.jobs.runner import enqueue
from tournaments.models import Job, NightPack, Tournament


@transaction.atomic
def ask_pack(tournament: Tournament, *, address: str) -> None:
    """Queue the pack as things are now; `address` is where a phone opens its table."""
    pack, _new = NightPack.objects.get_or_create(tournament=tournament)
    pack.language, pack.address = get_language() or "", address
    pack.asked = F("asked") + 1
    pack.save(update_fields=["language", "address", "asked"])
    pack.refresh_from_db(fields=["asked"])
    Job.objects.filter(kind="pack", subject=pack.pk, state__in=["done", "failed"]).delete()
    enqueue("pack", pack.pk, tournament_id=tournament.pk, wanted=pack.asked)
