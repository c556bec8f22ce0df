"""The extra for prizes: desk pages, printed papers, API calls, public list of winners."""

from scoring.types import _
from tournaments.extras import ActOfDesk, Extra, NavigationEntry, Panel, Route

HERE = "tournaments.prizes"
DESK = "regia/<slug:slug>/premi/"
ONE = f"{DESK}<uuid:prize_id>/"
CALLS = "tournaments/<slug:slug>/prizes/"
CALL = f"{CALLS}<uuid:prize_id>/"
VALUES = f"{HERE}.words.move_values"

EXTRA = Extra(
    key="prizes",
    desk=(
        Route(DESK, f"{HERE}.desk.prize_list", "desk_prizes"),
        Route(ONE, f"{HERE}.desk.one_prize", "desk_prize", rail="desk_prizes"),
        Route(f"{ONE}sposta/", f"{HERE}.desk.move", "desk_move_prize"),
        Route(f"{ONE}togli/", f"{HERE}.desk.remove", "desk_remove_prize"),
        Route(f"{ONE}consegna/", f"{HERE}.desk.hand_over", "desk_hand_over_prize"),
        Route(f"{ONE}riprendi/", f"{HERE}.desk.take_back", "desk_take_back_prize"),
        Route(f"{DESK}ricevute.pdf", f"{HERE}.desk.receipts_pdf", "desk_receipts"),
        Route(f"{DESK}diplomi.pdf", f"{HERE}.desk.diplomas_pdf", "desk_diplomas"),
    ),
    api=(
        Route(CALLS, f"{HERE}.api.Prizes"),
        Route(CALL, f"{HERE}.api.OnePrize"),
        Route(f"{CALL}hand-over/", f"{HERE}.api.PrizeHandOver"),
        Route(f"{CALL}take-back/", f"{HERE}.api.PrizeTakeBack"),
    ),
    panels=(
        Panel("standings_end", "prizes/_won.html", f"{HERE}.words.won_panel"),
        Panel("bracket_end", "prizes/_won.html", f"{HERE}.words.won_panel"),
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
            _("Prize handed over to %(team)s: %(prize)s"), VALUES, f"{HERE}.services.undo_hand_over"
        ),
        "prize_taken_back": ActOfDesk(
            _("Prize taken back from %(team)s: %(prize)s"), VALUES, f"{HERE}.services.undo_take_back"
        ),
    },
    parts={"prize_lines": f"{HERE}.words.prize_lines"},
)
