"""Who runs the club: roles, invitations, accounts and their tokens. Knows no match and no sheet."""
