"""What stands around every page of a tournament's desk."""

import pytest

from tests.builders import a_tournament
from tournaments.pages.desk.frame import rail

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("form", "card_game", "address"),
    [
        ("knockout", "mariglia", "/{slug}/"),
        ("double_knockout", "mariglia", "/{slug}/"),
        ("swiss", "mariglia", "/{slug}/turni/"),
        ("table_rounds", "manni", "/{slug}/turni/"),
    ],
)
def test_the_rail_leads_to_the_bracket_where_the_format_of_the_stage_has_one(
    form: str, card_game: str, address: str
) -> None:
    tournament = a_tournament(form=form, card_game=card_game)
    urls = [link["url"] for link in rail(tournament, "desk_evening", {})]
    assert address.format(slug=tournament.slug) in urls
    assert sum(url in (f"/{tournament.slug}/", f"/{tournament.slug}/turni/") for url in urls) == 1
