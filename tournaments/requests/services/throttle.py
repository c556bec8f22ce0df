"""Limits on requests per device and network address, counted in the database shared by all processes.

An attempt is stored before it is counted, so that simultaneous attempts cannot pass the limit together. Only
a hash of the address or device is stored, and it is deleted after an hour.
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
# The host part of an IPv6 address, in bits: its owner can choose it freely.
A_NETWORK = 64


class TooManyRequests(NotNow):
    """Too many requests were sent. `wait` is the time for which attempts are counted: an hour, in seconds."""

    wait = int(AN_HOUR.total_seconds())


def count_request(tournament: Tournament, address: str, device: str | None, *, at: datetime) -> None:
    """Count a request from an address and a device; raise TooManyRequests if a limit is exceeded.

    Without a `device`, only the address is counted. A refused request is not counted.
    """
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
    """Return the part of an IP address that no user can choose: an IPv6 network or an IPv4 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> A_NETWORK)
    return str(parsed)
