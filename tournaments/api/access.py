"""Which act a call is, and whether its caller may do it: the one table of permissions, asked over HTTP."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from scoring.sheet.devices import COOKIE
from tournaments.api.authentication import at_table
from tournaments.permissions import PUBLIC, may, role_of
from tournaments.visibility.selectors import is_found


class MayDoTheAct(BasePermission):
    """Lets a call through when its caller's role may do the act its route names for this method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask the table; what everybody may do costs no look at who is asking."""
        method = "GET" if request.method == "HEAD" else str(request.method)
        if method not in view.allowed_methods:
            return True  # and the answer is 405
        act = view.acts[method]
        self._hide(request, view, act)
        if method == "GET":
            self._refuse_closed(request, view)
        if may(act, PUBLIC) or may(act, _role(request, view)):
            return True
        if at_table(request) is not None and not request.user.is_authenticated:
            raise PermissionDenied(
                _("This phone or code does not belong to this table."), "not_at_this_table"
            )
        return False

    def _hide(self, request: Request, view: Any, act: str) -> None:
        """Raise Http404 for a tournament that this caller does not find; a phone may hand over its hands."""
        tournament = getattr(view, "tournament", None)
        if tournament is None or act == "hand_over":
            return
        if is_found(tournament, request.user, request.COOKIES.get(COOKIE)):
            return
        if _role(request, view) == PUBLIC:
            raise Http404

    def _refuse_closed(self, request: Request, view: Any) -> None:
        """Raise NotFound for what says the same as a page that is closed to this caller."""
        page = getattr(view, "of_page", None)
        if page is None or page not in view.tournament.closed_pages:
            return
        if _role(request, view) == PUBLIC:
            raise NotFound(_("The organiser does not show this page."), "page_closed")


def _role(request: Request, view: Any) -> str:
    """Return the caller's role for what the call is about; a grant is looked for last."""
    tournament = getattr(view, "tournament", None)
    role = role_of(request.user, tournament)
    grant = getattr(view, "grant", None) if role == PUBLIC else None
    return role_of(None, tournament, grant) if grant else role
