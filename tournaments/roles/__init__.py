"""Roles in the club: invitations, accounts, access tokens."""
