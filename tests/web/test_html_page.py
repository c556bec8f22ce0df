"""Every public page is valid HTML, and has a description and a canonical URL."""

import re

import pytest
from django.test import Client

from config import urls
from tests.builders import a_tournament, drawn_tournament, match_of, play_match, play_out
from tests.markup import markup_faults, one_line
from tests.publishing.test_embeds_page import embeddable
from tests.test_hidden_names import filled
from tests.visibility.test_closed_pages import an_evening
from tournaments.models import Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.alike]


def public_pages(tournament: Tournament, label: str = "R1.1") -> dict[str, str]:
    """Return the HTML of every public page of a tournament and of the club, by view name and URL."""
    reader, match = Client(headers={"accept-language": "it"}), match_of(tournament, label)
    pages = {}
    for pattern in urls.public_pages:
        address = filled(str(pattern.pattern), tournament, match)
        if pattern.name in ("club_logo", "club_colours"):  # files, not pages
            continue
        assert address is not None, pattern
        answer = reader.get(f"/{address.lstrip('/')}")
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            pages[f"{pattern.name} {address}"] = answer.text
        else:
            answer.getvalue()  # read to the end, so that it is closed
    return pages


@pytest.mark.parametrize(("form", "label"), [("knockout", "R1.1"), ("groups", "A1.1"), ("swiss", "R1.1")])
def test_every_public_page_is_valid_html(form: str, label: str) -> None:
    tournament = embeddable(drawn_tournament(6, form=form))
    play_match(Match.objects.filter(tournament=tournament, state="ready")[0])
    pages = public_pages(tournament, label)
    assert len(pages) >= 17
    play_out(tournament)
    pages |= {f"over: {name}": page for name, page in public_pages(tournament, label).items()}
    slug = a_tournament(teams=4, name="Prima").slug
    before = Client().get(f"/{slug}/")
    pages["before"] = before.getvalue().decode()
    pages["missing"] = Client().get(f"/{slug}/nulla/").getvalue().decode()
    faults_by_page = {name: faults for name, page in pages.items() if (faults := markup_faults(page))}
    assert not faults_by_page, faults_by_page


@pytest.mark.parametrize(
    ("markup", "fault"),
    [
        ("<span><div>a</div></span>", "div within span"),
        ("<p><a href='/'><h2>a</h2></a></p>", "h2 within p"),
        ("<ul><div>a</div></ul>", "div within ul"),
        ("<button><a href='/'>a</a></button>", "a within button"),
        ("<p id=a></p><p id=a></p>", "the id a 2 times"),
        ("<label for=b>a</label>", "for names b, and nothing is"),
        ("<b>a", "main ends within b"),
        ("<i>a</b></i>", "b ends within i"),
        ("<img src=a>", "img without alt"),
        ("<p a=1 a=2></p>", "a twice on p"),
    ],
)
def test_deliberate_markup_error_is_found_by_the_html_check(markup: str, fault: str) -> None:
    head = "<!doctype html><html lang=it><head><title>a</title></head>"
    document = f"{head}<body><main>{markup}</main></body></html>"
    assert fault in "; ".join(markup_faults(document))
    assert markup_faults(document.replace(markup, "<p>a</p>")) == []


def test_every_public_page_has_a_description_and_a_canonical_url() -> None:
    pages = {name: one_line(page) for name, page in public_pages(an_evening()).items()}
    for name, page in pages.items():
        if name.startswith(("wall", "embedded")):  # a wall screen, or a part of other pages
            continue
        descriptions = re.findall(r'<meta name="description" content="([^"]+)">', page)
        assert len(descriptions) == 1, name
        assert 20 <= len(descriptions[0]) <= 200, (name, descriptions)
        assert re.findall(r'<link rel="canonical" href="(http://testserver/[^"?]*)">', page), name
