"""Optional extra: the cash book of a tournament, with fees, payments, expenses and the cash closing."""
