"""The pen: one phone of a table writes, the others watch and take it with a touch.

It is a courtesy and never a lock: a hand that was written without it is kept like any other, and its
phone has the pen from then on.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.pages.table.access import AtTable, at_table
from tournaments.permissions import SCORER
from tournaments.selectors.phones import held_phones, pen_holder
from tournaments.services.phones import take_pen


def pen_words(here: AtTable) -> str:
    """Return who else has the pen; nothing where this phone may write at once: one query."""
    if here.role != SCORER or here.grant is None or not here.may_write or here.view.next is None:
        return ""
    phones = held_phones(here.id)
    holder = pen_holder(here.events, phones)
    if holder is None or holder == here.grant.device_id:
        return ""
    phone = phones[holder]
    if phone.side is None:
        return _("Another phone has the pen.")
    side = here.word(phone.side).heading
    if not phone.name:
        return _("Another phone (%(side)s) has the pen.") % {"side": side}
    return _("%(name)s (%(side)s) has the pen.") % {"name": phone.name, "side": side}


@require_POST
@at_table("write_hand")
def table_pen(request: HttpRequest, here: AtTable) -> HttpResponse:
    """This phone takes the pen; the one that had it sees so at once."""
    if here.grant is not None and here.may_write:
        take_pen(here.grant, at=timezone.now())
    return redirect("table", here.id)
