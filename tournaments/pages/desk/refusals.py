"""A refusal of the rules becomes words beside the field that caused it; what was typed stays."""

from collections.abc import Mapping

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.rules.errors import NotNow, RuleError
from scoring.translation import say

Fields = Mapping[str, str]
"""The form's field for the last steps of a problem's place: {"players/0": "player_1"}."""


def put_beside(form: Form, refusal: RuleError, fields: Fields | None = None) -> None:
    """Add each problem to its field; what has no field stands over the form."""
    for problem in refusal.problems:
        form.add_error(_field(form, problem.where, fields or {}), say(problem.message))
    if not refusal.problems:
        form.add_error(None, say(refusal.message))


def _field(form: Form, where: str, fields: Fields) -> str | None:
    steps = [step for step in where.split("/") if step]
    for start in range(len(steps)):
        for end in range(len(steps), start, -1):
            name = "/".join(steps[start:end])
            name = fields.get(name, name)
            if name in form.fields:
                return name
    return None


def status_of(refusal: RuleError) -> int:
    """Return the status of a page that refuses: wrong moment or wrong entry."""
    return 409 if isinstance(refusal, NotNow) else 400


def refused_page(
    request: HttpRequest, template: str, context: dict[str, object], refusal: RuleError
) -> HttpResponse:
    """Show a page again with what was refused."""
    return render(request, template, {**context, "refusal": say(refusal.message)}, status=status_of(refusal))
