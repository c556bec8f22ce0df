"""Desk pages: the machine page and the journal of the club."""
