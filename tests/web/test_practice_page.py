"""The label "practice" on public, embedded, phone and desk pages and on the wall page."""

import pytest
from django.test import Client

from tests.builders import an_organiser, drawn_tournament, match_of
from tests.markup import one_line
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

PILL = '<span class="chip warn">practice</span>'
PAGES = (
    "/{slug}/",
    "/{slug}/tavoli/",
    "/{slug}/incontri/{match}/",
    "/{slug}/parete/",
    "/{slug}/incorpora/tabellone/",
    "/{slug}/incorpora/classifica/",
    "/tavolo/{match}/",
    "/regia/{slug}/",
)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("trial", [True, False], ids=["practice", "counts"])
def test_practice_tournament_has_the_practice_label_on_every_page(page: str, trial: bool) -> None:
    tournament = drawn_tournament(4, trial=trial)
    Tournament.objects.filter(pk=tournament.pk).update(embeddable=True)
    visitor = Client(headers={"accept-language": "en"})
    visitor.force_login(an_organiser())
    response = visitor.get(page.format(slug=tournament.slug, match=match_of(tournament).pk))
    assert response.status_code == 200
    assert (PILL in one_line(response.text)) is trial
