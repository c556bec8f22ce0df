"""Texts of the cash book: payment methods, payments of a team, and differences found in a cash count."""

from collections.abc import Mapping, Sequence

from django.utils.translation import get_language, gettext as _, gettext_lazy, pgettext_lazy

from tournaments.cash.selectors import CashLineNow, CashNow, TeamCash
from tournaments.values.money import LineKind, Method, amount_text

# In the order of lists.
METHODS: Mapping[str, object] = {
    Method.CASH: pgettext_lazy("money", "cash"),
    Method.CARD: pgettext_lazy("money", "card"),
    Method.TRANSFER: pgettext_lazy("money", "transfer"),
    Method.VOUCHER: pgettext_lazy("money", "voucher"),
}
KINDS: Mapping[str, object] = {
    LineKind.DUE: gettext_lazy("Due"),
    LineKind.PAYMENT: gettext_lazy("Payment"),
    LineKind.WAIVER: gettext_lazy("Waiver"),
    LineKind.CARNET: gettext_lazy("Carnet"),
    LineKind.FLOAT: gettext_lazy("Float"),
    LineKind.EXPENSE: gettext_lazy("Expense"),
    LineKind.PRIZE: gettext_lazy("Prize"),
}
CLOSED = "cash_closed"
# The kinds of journal lines: dues are left out, closings are added.
JOURNAL_KINDS: Mapping[str, object] = {
    **{kind: words for kind, words in KINDS.items() if kind != LineKind.DUE},
    CLOSED: gettext_lazy("The cash was closed"),
}


def role_lines(role: str) -> list[str]:
    """Return the cash-handling tasks of a role as lines of text for an invitation."""
    return [_("The entry fees of the evening and its cash")] if role in ("director", "door") else []


def in_euros(cents: int, *, short: bool = False) -> str:
    """Return an amount in cents as text in the reader's language."""
    return amount_text(cents, get_language() or "", short=short)


def method_words(each: CashLineNow) -> str:
    """Return the name of the payment method or, for a carnet, a text such as “voucher 3 of 10”."""
    if each.nth_evening and each.line.carnet:
        words = {"nth": each.nth_evening, "evenings": each.line.carnet.evenings}
        return _("voucher %(nth)d of %(evenings)d") % words
    return str(METHODS.get(each.line.method, ""))


def paid_words(payments: Sequence[CashLineNow]) -> str:
    """Return the payment methods that a team used, without repetitions."""
    return ", ".join(dict.fromkeys(method_words(each) for each in payments))


def waived_words(team: TeamCash) -> str:
    """Return a text about waived dues, with the reasons."""
    reasons = ", ".join(dict.fromkeys(each.text for each in team.waivers if each.text))
    return _("waived, %(reason)s") % {"reason": reasons} if reasons else _("waived")


def method_sums(sums: Mapping[str, int]) -> str:
    """Return the total of each payment method for which there is income."""
    return " · ".join(
        f"{words} {amount_text(sums[method], get_language() or '', short=True, symbol=False)}"
        for method, words in METHODS.items()
        if sums[method]
    )


def difference_words(difference: int) -> tuple[str, str]:
    """Return a short and a long text about the difference between the counted and the expected cash."""
    amount = in_euros(abs(difference))
    if difference < 0:
        text = _("There is less in the drawer than there should be. Count again, or close it all the same: "
                 "the difference stays written down.")  # fmt: skip
        return _("%(amount)s missing") % {"amount": amount}, text
    if difference > 0:
        text = _("There is more in the drawer than there should be. Count again, or close it all the same: "
                 "the difference stays written down.")  # fmt: skip
        return _("%(amount)s too much") % {"amount": amount}, text
    return _("It adds up"), _("There is in the drawer what there should be.")


def treasurer_words(now: CashNow, in_hand: int) -> list[str]:
    """Return sentences for the treasurer: the money received by each method, and the money not yet paid."""
    bank = sum(sums[way] for sums in (now.by_method, now.carnets_sold) for way in ("card", "transfer"))
    sentences = [
        _("%(cash)s in cash, of which %(fund)s is the float.")
        % {"cash": in_euros(in_hand), "fund": in_euros(now.drawer.fund)}
        if now.drawer.fund
        else _("%(cash)s in cash.") % {"cash": in_euros(in_hand)}
    ]
    if bank:
        sentences.append(_("%(bank)s by card and transfer.") % {"bank": in_euros(bank)})
    if now.by_method["voucher"]:
        sentences.append(_("%(vouchers)s in vouchers.") % {"vouchers": in_euros(now.by_method["voucher"])})
    if now.to_come:
        sentences.append(_("%(open)s still to come in.") % {"open": in_euros(now.to_come)})
    owed = -sum(each.open for each in now.give_back)
    if owed:
        sentences.append(_("%(owed)s to be given back.") % {"owed": in_euros(owed)})
    return sentences
