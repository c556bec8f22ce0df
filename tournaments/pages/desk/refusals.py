"""A refusal of the rules becomes words beside the field that caused it; what was typed stays."""

from collections.abc import Mapping

from django.forms import Form

from scoring.errors import BadEntry, RuleError
from scoring.translation import say
from tournaments.errors import STATUS_BY_KIND

BAD_FORM = STATUS_BY_KIND[BadEntry]
"""The status of a page that shows a form again, refused before any rule was asked."""

Fields = Mapping[str, str]
"""The form's field for the last steps of a problem's place: {"players/0": "player_1"}."""


def put_beside(form: Form, refusal: RuleError, fields: Fields | None = None) -> None:
    """Add each problem to its field; what has no field stands over the form."""
    for problem in refusal.problems:
        form.add_error(_field(form, problem.where, fields or {}), say(problem.message))
    if not refusal.problems:
        form.add_error(None, say(refusal.message))


def status_with(form: Form, status: int = 200) -> int:
    """Return the status of a page with a form: what a rule said, else whether the form could be read."""
    return BAD_FORM if status == 200 and form.is_bound and form.errors else status


def _field(form: Form, where: str, fields: Fields) -> str | None:
    steps = [step for step in where.split("/") if step]
    for start in range(len(steps)):
        for end in range(len(steps), start, -1):
            name = "/".join(steps[start:end])
            name = fields.get(name, name)
            if name in form.fields:
                return name
    return None
