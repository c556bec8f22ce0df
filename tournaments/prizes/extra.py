"""The optional extra for prizes: desk pages, printed papers, API views and the public list of winners."""

from scoring.types import _
from tournaments.extras import ActOfDesk, Extra, NavigationEntry, Panel, Route

PACKAGE = "tournaments.prizes"
DESK = "regia/<slug:slug>/premi/"
ONE = f"{DESK}<uuid:prize_id>/"
CALLS = "tournaments/<slug:slug>/prizes/"
CALL = f"{CALLS}<uuid:prize_id>/"
VALUES = f"{PACKAGE}.words.move_values"

EXTRA = Extra(
    key="prizes",
    desk=(
        Route(DESK, f"{PACKAGE}.desk.prize_list", "desk_prizes"),
        Route(ONE, f"{PACKAGE}.desk.one_prize", "desk_prize", rail="desk_prizes"),
        Route(f"{ONE}sposta/", f"{PACKAGE}.desk.move", "desk_move_prize"),
        Route(f"{ONE}togli/", f"{PACKAGE}.desk.remove", "desk_remove_prize"),
        Route(f"{ONE}consegna/", f"{PACKAGE}.desk.hand_over", "desk_hand_over_prize"),
        Route(f"{ONE}riprendi/", f"{PACKAGE}.desk.take_back", "desk_take_back_prize"),
        Route(f"{DESK}ricevute.pdf", f"{PACKAGE}.desk.receipts_pdf", "desk_receipts"),
        Route(f"{DESK}diplomi.pdf", f"{PACKAGE}.desk.diplomas_pdf", "desk_diplomas"),
    ),
    api=(
        Route(CALLS, f"{PACKAGE}.api.Prizes"),
        Route(CALL, f"{PACKAGE}.api.OnePrize"),
        Route(f"{CALL}hand-over/", f"{PACKAGE}.api.PrizeHandOver"),
        Route(f"{CALL}take-back/", f"{PACKAGE}.api.PrizeTakeBack"),
    ),
    panels=(
        Panel("standings_end", "prizes/_won.html", f"{PACKAGE}.words.won_panel"),
        Panel("bracket_end", "prizes/_won.html", f"{PACKAGE}.words.won_panel"),
        Panel("evening_over", "prizes/_desk_link.html"),
        Panel("to_print", "prizes/_to_print.html"),
    ),
    navigation=(NavigationEntry("rail", "desk_prizes", "prize", _("Prizes"), 65),),
    permissions={
        "read_prizes": ("organiser", "director", "door"),
        "change_prizes": ("organiser", "director"),
        "hand_over_prize": ("organiser", "director", "door"),
    },
    acts={
        "prizes_changed": ActOfDesk(_("The list of prizes was changed"), VALUES),
        "prize_assigned": ActOfDesk(_("Prize assigned to %(team)s"), VALUES),
        "prize_unassigned": ActOfDesk(_("A prize is nobody’s again"), VALUES),
        "prize_handed_over": ActOfDesk(
            _("Prize handed over to %(team)s: %(prize)s"), VALUES, f"{PACKAGE}.services.undo_hand_over"
        ),
        "prize_taken_back": ActOfDesk(
            _("Prize taken back from %(team)s: %(prize)s"), VALUES, f"{PACKAGE}.services.undo_take_back"
        ),
    },
    parts={"prize_lines": f"{PACKAGE}.words.prize_lines"},
)
