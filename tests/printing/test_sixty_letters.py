"""Names of sixty letters fit on printed documents and are not truncated.

A name that consists of sixty capital letters W is wider than every page and column; if the name cannot be
wrapped, ink appears at the edge of the page. A template first reduces the font size of a text that does not
fit. It reports every text that does not fit even at the smallest font size and is therefore truncated.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
import typst
from django.conf import settings
from django.utils import translation
from PIL import Image

from tests.printing.test_sheets import codes_on
from tests.prizes.evenings import a_category, a_prize, acting, played
from tournaments.cash import files, selectors, services
from tournaments.models import Club, Notice, Person, Team, Tournament
from tournaments.printing.cards import BADGES, SIGNS, badges_data, signs_data
from tournaments.printing.lists import TEMPLATE as LISTS, results_data, standings_data
from tournaments.printing.notice import NOTICE_TEMPLATE, notice_data
from tournaments.prizes.paper import DIPLOMAS, RECEIPTS, diplomas_data, receipts_data
from tournaments.web.print_letters import FONTS
from tournaments.web.typesetting import TEMPLATES, pictures

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.sweep]

ADDRESS = "http://192.168.1.20:8000/torneo/"
WORDS = "Maria Antonietta Giuseppina Dessì-Porcheddu de Sos Coghinàsa"
ONE_WORD = "Giovannantoniodeliperimastinudesantulussurgiuedellamaddalena"
WIDE = "W" * 60
LANGUAGES = pytest.mark.parametrize("language", ["it", "en"])
PAGES = {DIPLOMAS: 4, RECEIPTS: 1, BADGES: 2, SIGNS: 4, LISTS: 1, NOTICE_TEMPLATE: 1, files.TEMPLATE: 1}
DOTS_PER_INCH = 80
# The templates with the woven edge, as wide as the page.
EDGE = {LISTS, NOTICE_TEMPLATE, files.TEMPLATE}


def an_evening(name: str) -> Tournament:
    """Return a finished tournament of eight pairs; all teams, players and prizes are called `name`."""
    assert len(name) == 60
    tournament = played()
    a_prize(tournament, name, value=4800, is_money=True)
    a_category(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(name=name)
    Person.objects.update(name=name, written_name=name)
    for team in Team.objects.all():
        team.name = team.written_name = f"{name[:-1]}{team.number}"
        team.club, team.town = name[:30], name[30:]
        team.save()
    club = Club.objects.current()
    club.name = club.town = name
    club.save()
    tournament.refresh_from_db()
    Notice.objects.create(tournament=tournament, fee=1000, place=name, prizes=name, contact=name)
    act = acting(tournament)
    first, second, *_other_teams = tournament.teams.order_by("number")
    services.pay(tournament, first.pk, 1000, "cash", present=True, **act)
    services.waive(tournament, second.pk, 1000, name, **act)
    services.spend(tournament, name, name, 300, **act)
    services.close(tournament, 700, name, **act)
    services.reverse(selectors.cash_now(tournament).lines[-1].line, **act)
    return tournament


def printed(tournament: Tournament) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the path and the data of each print template."""
    yield DIPLOMAS, diplomas_data(tournament, {1, 2, 3})
    yield RECEIPTS, receipts_data(tournament)
    yield BADGES, badges_data(tournament)
    yield SIGNS, signs_data(tournament, lambda table: f"{ADDRESS}tavoli/{table}/")
    yield LISTS, standings_data(tournament)
    yield LISTS, results_data(tournament)
    yield NOTICE_TEMPLATE, notice_data(tournament, ADDRESS)
    yield files.TEMPLATE, files.cash_data(selectors.cash_now(tournament))


def cut_words(template: str, data: dict[str, Any]) -> list[Any]:
    """Return the texts that were truncated because they did not fit at the smallest font size."""
    output = typst.query(
        str(TEMPLATES / template),
        "<cut>",
        root=str(settings.BASE_DIR),
        font_paths=FONTS,
        sys_inputs={"data": json.dumps(data)},
    )
    return list(json.loads(output))


def inked_rows(page: bytes) -> int:
    """Return the number of pixel rows that have ink within three millimetres of the left or right edge."""
    picture = Image.open(BytesIO(page)).convert("L")
    strip = round(3 / 25.4 * DOTS_PER_INCH)
    sides = [(0, strip), (picture.width - strip, picture.width)]
    strips = [picture.crop((left_edge, 0, right, picture.height)) for left_edge, right in sides]
    return max(
        sum(min(each.crop((0, row, strip, row + 1)).tobytes()) < 200 for row in range(each.height))
        for each in strips
    )


@LANGUAGES
@pytest.mark.parametrize("name", [WORDS, ONE_WORD], ids=["words", "one word"])
def test_name_of_sixty_letters_fits_on_every_printed_document(name: str, language: str) -> None:
    tournament = an_evening(name)
    with translation.override(language):
        for template, data in printed(tournament):
            pages = pictures(template, data, dots_per_inch=DOTS_PER_INCH)
            assert len(pages) == PAGES[template], template
            assert cut_words(template, data) == [], template
            assert json.dumps(data, ensure_ascii=False).count(name[:-1]) > 1, template


def test_widest_possible_name_is_not_printed_outside_the_page() -> None:
    woven = round(210 * 14 / 528 / 25.4 * DOTS_PER_INCH) + 1
    for template, data in printed(an_evening(WIDE)):
        for page in pictures(template, data, dots_per_inch=DOTS_PER_INCH):
            assert inked_rows(page) <= (woven if template in EDGE else 0), template


@pytest.mark.parametrize("name", [WORDS, ONE_WORD, WIDE], ids=["words", "one word", "wide"])
def test_qr_codes_beside_long_names_are_readable(name: str) -> None:
    tournament = an_evening(name)
    notice, signs = (NOTICE_TEMPLATE, notice_data(tournament, ADDRESS)), SIGNS
    pages = pictures(*notice, dots_per_inch=90)
    assert [code.text for page in pages for code in codes_on(page)] == [ADDRESS]
    data = signs_data(tournament, lambda table: f"{ADDRESS}tavoli/{table}/")
    read = [codes_on(page, grey=True)[0].text for page in pictures(signs, data, dots_per_inch=90)]
    assert read == [f"{ADDRESS}tavoli/{table}/" for table in (1, 2, 3, 4)]
