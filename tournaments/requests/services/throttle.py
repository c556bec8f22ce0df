"""Requests are counted by device and by address, in the database that all processes share.

A try stands before it is judged: of many at once no more find themselves among the first than may. What is
counted is known by a hash alone, and goes after an hour.
"""

from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from scoring.models import CodeTry
from scoring.sheet.devices import hashed
from scoring.types import NotNow, Sentence, _
from tournaments.models import EntryRequest, Tournament
from tournaments.requests import rules, selectors

AN_HOUR = timedelta(hours=1)
SKEW = timedelta(minutes=1)
PREFIX = "ask:"
# The bits of an address that whoever has one cannot choose.
A_NETWORK = 64


class TooManyRequests(NotNow):
    """Somebody has sent more requests than one may; `wait` says in how many seconds they may go on."""

    wait = int(AN_HOUR.total_seconds())


def count_request(tournament: Tournament, address: str, device: str | None, *, at: datetime) -> None:
    """Count one request from an address, and a device where its secret is known; raise TooManyRequests."""
    CodeTry.objects.filter(visitor__startswith=PREFIX, tried_at__lt=at - AN_HOUR).delete()
    room = _network(address)
    of_late = EntryRequest.objects.filter(tournament=tournament, made_at__gt=at - AN_HOUR).count()
    notice = selectors.notice_of(tournament)
    most = rules.most_of_an_address(notice.places if notice else None, of_late)
    limits = {_visitor("room", room): rules.A_ROOM, _visitor("hall", f"{tournament.pk} {room}"): most}
    if device:
        limits[_visitor("device", device)] = rules.A_DEVICE
    counted = [CodeTry.objects.create(visitor=visitor, tried_at=at) for visitor in limits]
    within = CodeTry.objects.filter(tried_at__range=(at - AN_HOUR, at + SKEW))
    if any(within.filter(visitor=visitor).count() > most for visitor, most in limits.items()):
        CodeTry.objects.filter(pk__in=[each.pk for each in counted]).delete()
        text = _("Too many requests came from here within an hour. Wait, or call the club.")
        raise TooManyRequests("too_many_requests", Sentence(text))


def _visitor(kind: str, secret: str) -> str:
    return f"{PREFIX}{kind}:{hashed(f'{kind} {secret}')[:40]}"


def _network(address: str) -> str:
    """Return what of an address whoever has it cannot change at will."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> A_NETWORK)
    return str(parsed)
