"""The pages for screenshots: name, visitor, URL, and the action before each screenshot."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from scoring.games import CARD_GAMES
from tests.screens.archives import bring_another, bring_it_back, make_archive, no_archive
from tests.screens.prizes import no_prize
from tests.screens.visitors import Visitor
from tournaments.values.visibility import PAGES


def as_it_opens(page: Page) -> None:
    """Do nothing: the screenshot shows the page as loaded."""


@dataclass(frozen=True)
class Shown:
    """A page for a screenshot. Ids and slugs of the club replace the placeholders in the page's URL."""

    name: str
    visitor: Visitor
    address: str
    touch: Callable[[Page], None] = as_it_opens
    status: int = 200


def wrong_code(page: Page) -> None:
    page.locator("#code").fill("AAA AAA")
    page.locator("#open button").click()
    page.locator("[role=alert]").wait_for()


def faulty_list(page: Page) -> None:
    """Preview an import list with errors: a missing second player, a repeated player and an invalid seed."""
    rows = (
        "Giocatore 1\tGiocatore 2\tNome coppia\tSocietà\tPaese\tTesta di serie",
        "Tore Manca\tAntonella Usai\tManca – Usai\t\tSassari\t",
        "Gavino Solinas\t\t\t\tOzieri\t",
        "Tore Manca\tEfisio Canu\t\t\tOzieri\tprima",
    )
    page.locator("textarea").fill("\n".join(rows))
    page.locator("main form button").last.click()
    page.locator("[role=alert], .note.err, tr.wrong").first.wait_for()


def good_list(page: Page) -> None:
    """Preview an import list of two pairs."""
    page.locator("textarea").fill("Tore Manca\tAntonella Usai\nGavino Solinas\tEfisio Canu")
    page.locator("main form button").last.click()
    page.get_by_text("Canu").first.wait_for()


def wrong_log_in(page: Page) -> None:
    page.locator("input[name=login]").fill("antonella")
    page.locator("input[name=password]").fill("not the right one")
    page.locator("main form button").last.click()
    page.locator(".errorlist, [role=alert], .wrong").first.wait_for()


def another_game(page: Page) -> None:
    """Open the list of card games."""
    page.locator("#which").click()
    page.locator(".games a").first.wait_for()


def both_sent_away(page: Page) -> None:
    """Select the disqualification of both sides, and preview its effects."""
    page.locator("input[value=double_disqualification]").check()
    page.locator("main form button.primary").click()
    page.locator("input[name=seen]").wait_for(state="attached")


def no_reason(page: Page) -> None:
    """Submit a correction without giving a reason."""
    both_sent_away(page)
    page.locator("main form button.primary").click()
    page.locator(".field.bad").wait_for()


def see_the_numbers(page: Page) -> None:
    """Expand the table of values below the first chart."""
    page.locator(".fig summary").first.click()


FIRST_RUN = [
    Shown("first-landing", "public", "/"),
    Shown("first-archive", "public", "/archivio/"),
    Shown("setup", "public", "{setup}"),
]

TABLE = "/tavolo/{playing}/mano/2-5/"
KING = "dealer=2&trionfo_suit=H&trionfo_rank=K&key=a-picture-is-taken"
SIX = "dealer=1&trionfo_suit=D&trionfo_rank=6"
TICKED = "taken_side=0&taken_7H=7H&taken_7C=7C&taken_AH=AH&taken_KC=KC&taken_JS=JS"
CLOSE = "/tavolo/{close}/mano/1-6/"

PUBLIC = [
    Shown("landing", "public", "/"),
    Shown("log-in", "public", "/accounts/login/"),
    Shown("log-in-wrong", "public", "/accounts/login/", wrong_log_in),
    Shown("setup-spent", "public", "{setup}", status=410),
    Shown("bracket", "public", "/{evening}/?segui="),
    Shown("bracket-followed", "public", "/{evening}/?segui={followed}"),
    Shown("bracket-before", "public", "/{open}/"),
    Shown("bracket-drawn", "public", "/{drawn}/"),
    Shown("bracket-over", "public", "/{over}/"),
    Shown("match", "public", "/{evening}/incontri/{playing}/"),
    Shown("match-finished", "public", "/{evening}/incontri/{finished}/"),
    Shown("match-disputed", "public", "/{evening}/incontri/{disputed}/"),
    Shown("match-waiting", "public", "/{evening}/incontri/{waiting}/"),
    Shown("tables", "public", "/{evening}/tavoli/"),
    Shown("closed-front", "public", "/{shut}/"),
    Shown("closed-page", "public", "/{shut}/tavoli/", status=404),
    Shown("wall", "public", "/{evening}/parete/"),
    Shown("wall-before", "public", "/{open}/parete/"),
    Shown("wall-over", "public", "/{over}/parete/"),
    Shown("wall-draw", "public", "/{drawn}/parete/"),
    Shown("wall-standings", "public", "/{groups}/parete/"),
    Shown("wall-champions", "public", "/{corrected}/parete/"),
    Shown("wall-time", "public", "/{timed}/parete/"),
    Shown("standings", "public", "/{evening}/classifica/"),
    Shown("standings-over", "public", "/{over}/classifica/"),
    Shown("standings-groups", "public", "/{groups}/"),
    Shown("standings-why", "public", "/{groups}/?perche={ahead}"),
    Shown("standings-all-stages", "public", "/{groups}/classifica/?fase=tutte"),
    Shown("embedded-bracket", "public", "/{evening}/incorpora/tabellone/"),
    Shown("embedded-standings", "public", "/{evening}/incorpora/classifica/"),
    Shown("pairs", "public", "/{evening}/coppie/"),
    Shown("team-figures", "public", "/{over}/coppie/{champions}/", see_the_numbers),
    Shown("team-playing", "public", "/{evening}/coppie/{followed}/"),
    Shown("team-before", "public", "/{open}/coppie/{team}/"),
    Shown("person", "public", "/giocatori/{champion}/"),
    Shown("archive", "public", "/archivio/"),
    Shown("pairs-before", "public", "/{open}/coppie/"),
    Shown("draw", "public", "/{drawn}/sorteggio/"),
    Shown("draw-before", "public", "/{open}/sorteggio/"),
    Shown("card-games", "public", "/giochi/"),
    Shown("circuits", "public", "/circuiti/"),
    Shown("circuit", "public", "/circuiti/{circuit}/"),
    Shown("circuit-before", "public", "/circuiti/{circuit_before}/"),
    Shown("ratings", "public", "/punteggi/mariglia/"),
    Shown("rating", "public", "/punteggi/mariglia/?chi={rated}"),
    Shown("ratings-pairs", "public", "/punteggi/mariglia/?vista=coppie"),
    Shown("ratings-before", "public", "/punteggi/manni/"),
    Shown("card-game-chances", "public", "/giochi/mariglia/probabilita/"),
    Shown("not-found", "public", "/{evening}/qualcosa/", status=404),
]
# All other pages of the navigation are added automatically.
PUBLIC += [
    Shown(page.name, "public", address)
    for page in PAGES
    if page.tab and page.tab.bracket is not False
    for address in [f"/{{evening}}/{page.path}"]
    if address not in {each.address for each in PUBLIC}
]

PHONE = [
    Shown("table-code", "public", "/t/"),
    Shown("table-code-wrong", "public", "/t/", wrong_code),
    Shown("table-who", "phone", "/tavolo/{playing}/chi/"),
    Shown("table-whose", "phone", "/tavolo/{playing}/telefono/"),
    Shown("table", "phone", "/tavolo/{playing}/"),
    Shown("table-saved", "phone", "/tavolo/{playing}/?salvata=2-4"),
    Shown("table-first-game", "phone", "/tavolo/{playing}/?partita=1"),
    Shown("table-watched", "public", "/tavolo/{playing}/"),
    Shown("table-disputed", "phone", "/tavolo/{disputed}/"),
    Shown("trionfo-empty", "phone", TABLE + "trionfo/"),
    Shown("trionfo", "phone", TABLE + f"trionfo/?{KING}"),
    Shown("trionfo-wins", "phone", CLOSE + "conferma/?dealer=1&trionfo_suit=S&trionfo_rank=7"),
    Shown("points-empty", "phone", TABLE + f"points/?{KING}"),
    Shown("points", "phone", TABLE + f"points/?{KING}&card_points_0=41&tricks_0=6"),
    Shown("points-counted", "phone", TABLE + f"points/?{KING}&card_points_0=41&tricks_0=6&{TICKED}"),
    Shown("points-wrong", "phone", TABLE + f"points/?{KING}&card_points_0=61&tricks_0=4&check=1"),
    Shown("confirm", "phone", TABLE + f"conferma/?{KING}&card_points_0=41&tricks_0=6"),
    Shown("confirm-all", "phone", TABLE + f"conferma/?{KING}&card_points_0=70"),
    Shown("confirm-wins", "phone", CLOSE + f"conferma/?{SIX}&card_points_0=48"),
    Shown("annul", "phone", TABLE + "monte/"),
    Shown("hand-by-cards", "phone", TABLE + f"carte/?{KING}&acts=4C-AC-JC-KH-7D-3D"),
    Shown("hand-by-cards-refused", "phone", TABLE + f"carte/?{KING}&acts=4C-AC-KH"),
    Shown("differ", "phone", "/tavolo/{disputed}/mano/3-3/quale/"),
    Shown("sign", "phone", "/tavolo/{unsigned}/firma/"),
    Shown("sign-half", "phone", "/tavolo/{half_signed}/firma/"),
    Shown("sign-pass", "phone", "/tavolo/{half_signed}/firma/1/"),
    Shown("signed", "phone", "/tavolo/{signed}/firma/"),
    Shown("table-signed", "phone", "/tavolo/{signed}/"),
]

DESK = [
    Shown("desk", "desk", "/regia/"),
    Shown("new-tournament", "desk", "/regia/nuovo/"),
    Shown("again", "desk", "/regia/{over}/di-nuovo/"),
    Shown("save-model", "desk", "/regia/{over}/modello/"),
    Shown("delete", "desk", "/regia/{open}/elimina/"),
    Shown("delete-refused", "desk", "/regia/{over}/elimina/"),
    Shown("evening", "desk", "/regia/{evening}/"),
    Shown("evening-before", "desk", "/regia/{open}/"),
    Shown("evening-over", "desk", "/regia/{over}/"),
    Shown("entries", "desk", "/regia/{open}/iscrizioni/"),
    Shown("entries-closed", "desk", "/regia/{evening}/iscrizioni/"),
    Shown("team", "desk", "/regia/{open}/iscrizioni/{team}/"),
    Shown("names", "desk", "/regia/{open}/iscrizioni/{team}/nomi/"),
    Shown("seeds", "desk", "/regia/{seeding}/iscrizioni/teste-di-serie/"),
    Shown("components", "desk", "/regia/componenti/"),
    Shown("desk-circuits", "desk", "/regia/circuiti/"),
    Shown("desk-circuit", "desk", "/regia/circuiti/{circuit}/"),
    Shown("desk-names", "desk", "/regia/nomi/"),
    Shown("import", "desk", "/regia/{open}/iscrizioni/elenco/"),
    Shown("import-faults", "desk", "/regia/{open}/iscrizioni/elenco/", faulty_list),
    Shown("import-plan", "desk", "/regia/{open}/iscrizioni/elenco/", good_list),
    Shown("desk-draw-before", "desk", "/regia/{open}/sorteggio/"),
    Shown("desk-draw", "desk", "/regia/{drawn}/sorteggio/"),
    Shown("desk-draw-seeds", "desk", "/regia/{evening}/sorteggio/"),
    Shown("codes", "desk", "/regia/{evening}/fogli/"),
    Shown("archive-made", "desk", "/regia/{over}/fogli/", make_archive),
    Shown("bring", "desk", "/regia/porta-qui/"),
    Shown("bring-refused", "desk", "/regia/porta-qui/", no_archive),
    Shown("bring-known", "desk", "/regia/{corrected}/fogli/", bring_it_back),
    Shown("bring-looked-at", "desk", "/regia/{corrected}/fogli/", bring_another),
    Shown("prizes", "desk", "/regia/{corrected}/premi/"),
    Shown("prizes-expected", "desk", "/regia/{over}/premi/"),
    Shown("prizes-before", "desk", "/regia/{open}/premi/"),
    Shown("prizes-none", "desk", "/regia/{evening}/premi/"),
    Shown("prizes-refused", "desk", "/regia/{corrected}/premi/", no_prize),
    Shown("prize", "desk", "/regia/{corrected}/premi/{prize_first}/"),
    Shown("prize-category", "desk", "/regia/{corrected}/premi/{prize_far}/"),
    Shown("bracket-official", "public", "/{corrected}/"),
    Shown("paper", "desk", "/regia/{evening}/incontri/{playing}/carta/"),
    Shown("rules", "desk", "/regia/{open}/regole/"),
    Shown("rules-closed", "desk", "/regia/{evening}/regole/"),
    Shown("desk-match", "desk", "/regia/{evening}/incontri/{playing}/"),
    Shown("desk-match-disputed", "desk", "/regia/{evening}/incontri/{disputed}/"),
    Shown("desk-match-finished", "desk", "/regia/{evening}/incontri/{finished}/"),
    Shown("correct", "desk", "/regia/{evening}/incontri/{finished}/correggi/"),
    Shown("correct-preview", "desk", "/regia/{evening}/incontri/{leads_on}/correggi/", both_sent_away),
    Shown("correct-decide", "desk", "/regia/{evening}/incontri/{finished}/correggi/", both_sent_away),
    Shown("correct-refused", "desk", "/regia/{evening}/incontri/{finished}/correggi/", no_reason),
    Shown("desk-match-corrected", "desk", "/regia/{corrected}/incontri/{twice}/"),
    Shown("match-corrected", "public", "/{corrected}/incontri/{twice}/"),
    Shown("standings-official", "public", "/{corrected}/classifica/"),
    Shown("evening-official", "desk", "/regia/{corrected}/"),
    Shown("reopen", "desk", "/regia/{corrected}/riapri/"),
    Shown("shown", "desk", "/regia/{groups}/vetrina/"),
    Shown("shown-closed", "desk", "/regia/{shut}/vetrina/"),
    Shown("closed-to-others", "desk", "/{shut}/tavoli/"),
    Shown("table-time", "desk", "/tavolo/{time_called}/"),
    Shown("table-time-level", "desk", "/tavolo/{time_level}/"),
    Shown("match-time", "public", "/{timed}/incontri/{time_level}/"),
    Shown("tables-time", "public", "/{timed}/tavoli/"),
    Shown("evening-time", "desk", "/regia/{timed}/"),
    Shown("desk-match-time", "desk", "/regia/{timed}/incontri/{time_called}/"),
    Shown("calendar", "desk", "/regia/{timed}/calendario/"),
    Shown("log-out", "desk", "/accounts/logout/"),
]

EVERYTHING = [*PUBLIC, *PHONE, *DESK]

# The rules of every card game; tournaments of pairs, of single players, of tables of three and of five.
GAMES = [
    *(Shown(f"card-game-{key}", "public", f"/giochi/{key}/") for key in CARD_GAMES),
    Shown("pairs-match", "public", "/{pairs}/incontri/{pairs_playing}/"),
    Shown("singles", "public", "/{singles}/"),
    Shown("singles-before", "public", "/{singles_open}/"),
    Shown("singles-match", "public", "/{singles}/incontri/{singles_playing}/"),
    Shown("singles-match-finished", "public", "/{singles}/incontri/{singles_finished}/"),
    Shown("singles-players", "public", "/{singles}/coppie/"),
    Shown("threes", "public", "/{threes}/"),
    Shown("threes-rounds", "public", "/{threes}/turni/"),
    Shown("threes-tables", "public", "/{threes}/tavoli/"),
    Shown("threes-wall", "public", "/{threes}/parete/"),
    Shown("threes-match", "public", "/{threes}/incontri/{threes_playing}/"),
    Shown("threes-match-finished", "public", "/{threes}/incontri/{threes_finished}/"),
    Shown("threes-draw", "public", "/{threes}/sorteggio/"),
    Shown("fives", "public", "/{fives}/"),
    Shown("fives-rounds", "public", "/{fives}/turni/"),
    Shown("fives-tables", "public", "/{fives}/tavoli/"),
    Shown("fives-match", "public", "/{fives}/incontri/{fives_playing}/"),
    Shown("desk-another-game", "desk", "/regia/?gioco=maniglia_auction", another_game),
    Shown("singles-entries", "desk", "/regia/{singles_open}/iscrizioni/"),
    Shown("singles-import", "desk", "/regia/{singles_open}/iscrizioni/elenco/"),
    Shown("singles-rules", "desk", "/regia/{singles_open}/regole/"),
    Shown("threes-evening", "desk", "/regia/{threes}/"),
    Shown("threes-rules", "desk", "/regia/{threes}/regole/"),
    Shown("threes-desk-match", "desk", "/regia/{threes}/incontri/{threes_playing}/"),
    Shown("fives-desk-draw", "desk", "/regia/{fives}/sorteggio/"),
    Shown("pairs-paper", "desk", "/regia/{pairs}/incontri/{pairs_playing}/carta/"),
    Shown("fives-codes", "desk", "/regia/{fives}/fogli/"),
]
