"""URL patterns of roles, invitations, API tokens and the page of the user's own account."""

from django.urls import URLPattern, path

from tournaments.roles import api, public
from tournaments.roles.desk import own_access, role_list

ROLES = "regia/chi-conduce/"
ACCESS = "regia/accesso/"

desk_pages: list[URLPattern] = [
    path("invito/<str:secret>/", public.invitation, name="invitation"),
    path(ROLES, role_list.roles, name="desk_roles"),
    path(f"{ROLES}<uuid:role_id>/togli/", role_list.take_away, name="desk_take_away"),
    path(f"{ROLES}<uuid:role_id>/rimetti/", role_list.give_back, name="desk_give_back"),
    path(f"{ROLES}inviti/<uuid:invitation_id>/", role_list.show_invitation, name="desk_invitation"),
    path(f"{ROLES}inviti/<uuid:invitation_id>/ritira/", role_list.withdraw, name="desk_withdraw_invitation"),
    path(f"{ROLES}rifai/", role_list.renew, name="desk_renew"),
    path(ACCESS, own_access.own_access, name="desk_access"),
    path(f"{ACCESS}nome/", own_access.change_name, name="desk_own_name"),
    path(f"{ACCESS}esci/", own_access.leave_everywhere, name="desk_leave_everywhere"),
    path(f"{ACCESS}chiave/", own_access.revoke_plain, name="desk_revoke_plain"),
    path(f"{ACCESS}chiavi/<uuid:token_id>/", own_access.revoke, name="desk_revoke_token"),
]
api_calls: list[URLPattern] = [
    path("invitations/", api.Invitations.as_view()),
    path("invitations/<uuid:invitation_id>/", api.OneInvitation.as_view()),
    path("people/roles/", api.Roles.as_view()),
    path("people/roles/<uuid:role_id>/", api.OneRole.as_view()),
    path("tokens/", api.Tokens.as_view()),
    path("tokens/<uuid:token_id>/", api.OneToken.as_view()),
]
