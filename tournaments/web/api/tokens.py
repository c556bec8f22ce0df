"""Access tokens of programs: the key of a token opens the API."""

from datetime import datetime, timedelta

from scoring.sheet.devices import hashed
from tournaments.models import ApiToken

# How exactly the last use of a token is noted: not with every call.
USED_LATELY = timedelta(minutes=1)


def token_by_key(key: str, *, at: datetime) -> ApiToken | None:
    """Return the token of a key, its use noted; None for a key that opens nothing."""
    standing = ApiToken.objects.select_related("user").filter(revoked_at=None, user__is_active=True)
    token = standing.filter(key_hash=hashed(key)).first()
    if token is not None and (token.used_at is None or token.used_at < at - USED_LATELY):
        ApiToken.objects.filter(pk=token.pk).update(used_at=at)
    return token
