"""API access tokens of programs."""

from datetime import datetime, timedelta

from scoring.sheet.devices import hashed
from tournaments.models import ApiToken

# The precision of a token's last use, so that not every call writes it.
USED_LATELY = timedelta(minutes=1)


def token_by_key(key: str, *, at: datetime) -> ApiToken | None:
    """Return the valid token with this key and record its use; None if there is no such token."""
    standing = ApiToken.objects.select_related("user").filter(revoked_at=None, user__is_active=True)
    token = standing.filter(key_hash=hashed(key)).first()
    if token is not None and (token.used_at is None or token.used_at < at - USED_LATELY):
        ApiToken.objects.filter(pk=token.pk).update(used_at=at)
    return token
