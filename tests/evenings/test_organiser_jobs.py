"""An organiser's tasks on web pages only: groups, knockout, Swiss rounds, paper results, a correction.

`make strip` keeps a picture of each step, in a folder for each tournament, and prints the clicks and pages of
each task. The names are pasted. In each match, the pair that is later in the list wins.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.evenings import club_people
from tests.evenings.club_people import Person, draw, set_up

expect.set_options(timeout=60_000)
pytestmark = [pytest.mark.site, pytest.mark.browser, pytest.mark.timeout(600)]

NAMES = """\
Antonella Usai\tBachisio Murgia
Caterina Fois\tDomenico Piras
Efisio Canu\tFranca Deiana
Gavino Solinas\tIgnazia Loi
Lucia Sechi\tMario Manca
Nicolina Pinna\tOttavio Sanna
Paolo Serra\tRosa Carta
Salvatore Melis\tTeresa Zedda
Ugo Floris\tVittoria Porcu
Zaira Cossu\tAldo Meloni
Bruna Dessì\tCarlo Lai
Delia Mura\tEnrico Orrù"""


def pairs_of(lines: list[str]) -> list[str]:
    """Return the names of the pairs as they appear on pages."""
    return [" – ".join(name.split()[-1] for name in line.split("\t")) for line in lines]


def ask_for(host: Person, name: str, format_key: str, pairs: int, tables: int, matches: int) -> str:
    """Create a tournament in the given format with one game per match; return its slug."""
    with host.at("ask for a tournament"):
        host.home()
        host.touch("a.primary[href*='/regia/nuovo/']", to="**/regia/nuovo/**")
        host.touch("label.choice:has([name=preset][value='35'])")
        host.write("[name=tables]", str(tables))
        host.write("[name=entrants]", str(pairs))
        host.page.locator("[name=entrants]").press("Tab")
        card = host.page.locator(f".evening-card:has([value^={format_key}])")
        host.touch(card.filter(has_text=f"{matches} incontri"))
        host.write("[name=name]", name)
        host.picture("the evenings that fit")
        host.touch(".create-bar button.primary", to="**/iscrizioni/")
    return host.page.url.split("/")[-3]


def paste(host: Person, lines: list[str]) -> None:
    """Paste the names of all pairs, confirm the preview, and mark all pairs as present."""
    with host.at(f"enter {len(lines)} pairs"):
        host.touch("a[href$='/iscrizioni/elenco/']", to="**/elenco/")
        host.write("[name=text]", "\n".join(lines))
        host.touch("main form button.primary")
        host.picture("the list, before it is taken in")
        host.touch("form[action$='/conferma/'] button.primary", to="**/iscrizioni/")
        host.touch("#check [name=presence][value=present]")
        expect(host.page.locator("#teams [aria-checked=true]")).to_have_count(len(lines))
        host.picture("everybody is here")


def write_scores(host: Person, slug: str, scores: dict[str, str], caption: str = "") -> None:
    """Enter the final scores on the page of a match, and confirm the result."""
    for name, score in scores.items():
        host.write(f"#finals input[aria-label$='{name}']", score)
    if caption:
        host.picture(caption)
    host.touch("#finals button", to="**/carta/")
    if caption:
        host.picture("before the result is confirmed")
    host.touch("main form[action$='/convalida/'] button", to=f"**/regia/{slug}/")


def write_results(host: Person, slug: str, pairs: list[str], most: int, caption: str = "") -> list[list[str]]:
    """Enter the results of the first matches, `most` in number; return the winner and the loser of each."""
    results: list[list[str]] = []
    finished = host.page.locator("#matches small")
    before = int(finished.inner_text())
    while len(results) < most:
        table = host.page.locator("a.hall-table").first
        table.wait_for()
        host.touch(table, to="**/incontri/**")
        sides = [pair for pair in pairs if pair in host.page.locator(".board-sides").inner_text()]
        loser, winner = sorted(sides, key=pairs.index)
        picture_name = "" if results else caption
        write_scores(host, slug, {winner: "36", loser: str(10 + pairs.index(loser))}, picture_name)
        results.append([winner, loser])
        expect(finished).to_have_text(str(before + len(results)))
    return results


def make_next(host: Person, matches: int, caption: str) -> None:
    """Press the button that creates the matches of the next round or stage."""
    task = host.page.locator(".todo > article").first
    expect(task).to_have_id("task-next-0")
    host.picture(caption)
    host.touch(task.locator("button.primary"))
    expect(host.page.locator("a.hall-table")).to_have_count(matches)


def correct(host: Person, slug: str, winner: str, loser: str) -> None:
    """Reopen a finished match from the match list, and exchange its two scores."""
    with host.at("correct a finished match"):
        host.write("#find-match", loser.split()[0])
        host.touch(".matches .find button", to="**incontro=**")
        host.picture("the match is searched for")
        line = host.page.locator(".match-list li").filter(has_text=winner).filter(has_text=loser)
        host.touch(line.locator("a"), to="**/incontri/**")
        host.touch("a[href$='/correggi/']", to="**/correggi/")
        host.picture("the result, before the correction")
        host.touch("label:has([name=ending][value=reopened])")
        host.touch("form.correcting button.primary")
        host.write("[name=reason]", "Punteggi scambiati sul foglio")
        host.picture("the effects of the correction")
        host.touch("main form[action$='/conferma/'] button.primary", to="**/incontri/**")
        host.picture("the match is open again")
        write_scores(host, slug, {loser: "36", winner: "12"})
        expect(host.page.locator(".final li")).to_have_count(9)
        host.picture("the corrected result, among the latest moves")
        line = host.page.locator(".match-list li").filter(has_text=winner).filter(has_text=loser)
        expect(line.locator(".won")).to_have_text(loser)
        host.touch(line.locator("a"), to="**/incontri/**")
        expect(host.page.locator("#versions strong")).to_contain_text(loser)
        host.picture("the corrected match")


def test_organiser_runs_groups_and_a_knockout_of_12_pairs_to_the_end(
    tmp_path: Path, browser: Browser
) -> None:
    lines = NAMES.split("\n")
    pairs = pairs_of(lines)
    with club_people.club(tmp_path, browser, "groups") as (site, rita):
        set_up(site, rita)
        slug = ask_for(rita, "Torneo a gironi", "groups", 12, 6, 15)
        paste(rita, lines)
        draw(rita, slug)
        with rita.at("to the evening"):
            rita.touch(f".drawn-size a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
            rita.picture("the evening of the groups")
        with rita.at("12 results of the groups"):
            write_results(rita, slug, pairs, 12, "a result of a group")
        with rita.at("the knock-out from the first task"):
            make_next(rita, 2, "the groups are over")
            rita.picture("the knock-out")
        with rita.at("3 results of the knock-out"):
            write_results(rita, slug, pairs, 3)
        expect(rita.page.locator(".todo")).to_contain_text(pairs[-1])
        expect(rita.page.locator(".final li").first).to_contain_text(pairs[-1])
        rita.picture("the champions")
        print(f"\n{rita.tally.table()}")
        rita.strip.bind(browser)


def test_organiser_enters_paper_results_of_a_swiss_stage_of_9_pairs_and_corrects_a_match(
    tmp_path: Path, browser: Browser
) -> None:
    lines = NAMES.split("\n")[:9]
    pairs = pairs_of(lines)
    with club_people.club(tmp_path, browser, "swiss") as (site, rita):
        set_up(site, rita)
        slug = ask_for(rita, "Torneo svizzero", "swiss", 9, 4, 20)
        paste(rita, lines)
        draw(rita, slug)
        with rita.at("to the evening"):
            rita.touch(f".drawn-size a[href$='/regia/{slug}/']", to=f"**/regia/{slug}/")
        with rita.at("paper results of a round"):
            write_results(rita, slug, pairs, 4, "a paper result")
            rita.picture("the round is over")
        for number in range(2, 6):
            with rita.at(f"make round {number}"):
                make_next(rita, 4, f"round {number} is proposed")
            with rita.at(f"results of round {number}"):
                winner, loser = write_results(rita, slug, pairs, 4)[0]
        placed = rita.page.locator(".final li")
        expect(placed).to_have_count(9)
        expect(placed.first).to_contain_text(pairs[-1])
        rita.picture("9 pairs are placed")
        correct(rita, slug, winner, loser)
        print(f"\n{rita.tally.table()}")
        rita.strip.bind(browser)
