"""What a refusal is over HTTP: the one place that gives rule errors their status."""

from collections.abc import Mapping

from scoring.rules.errors import BadEntry, BadSetup, NoPairing, NotNow, RuleError

STATUS_BY_KIND: Mapping[type[RuleError], int] = {BadEntry: 400, BadSetup: 400, NotNow: 409, NoPairing: 409}

STATUS_BY_CODE: Mapping[str, int] = {
    "code_wrong": 401,
    "length_required": 411,
    "too_large": 413,
    "precondition_required": 428,
    "too_many_codes": 429,
}
"""Where HTTP has a status of its own for what happened."""


def status_of(error: RuleError) -> int:
    """Return the HTTP status of a refusal; a kind that has none is a mistake of ours."""
    return STATUS_BY_CODE.get(error.code) or STATUS_BY_KIND[type(error)]
