"""Roles in the club: invitations, accounts, API tokens."""
