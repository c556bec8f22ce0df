"""Tests of the relative links in match boxes."""

import re
from urllib.parse import urljoin

import pytest
from django.test import Client

from tests.builders import drawn_tournament, match_of

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.mark.parametrize(("form", "rest"), [("knockout", ""), ("swiss", "turni/")])
def test_match_box_links_to_the_sheet_on_every_page_with_match_boxes(form: str, rest: str) -> None:
    tournament = drawn_tournament(4, form=form)
    address = f"/{tournament.slug}/{rest}"
    page = Client().get(address).text
    links = re.findall(r'class="open" aria-label="[^"]+" href="([^"]*)"', page)
    assert not any(link.startswith("/") for link in links)
    addresses = {urljoin(address, link) for link in links}
    assert f"/{tournament.slug}/incontri/{match_of(tournament).pk}/" in addresses
    assert {Client().get(each).status_code for each in addresses} == {200}
