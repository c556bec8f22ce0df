"""The evening's cash: what is due, paid, waived and spent, and its close; it knows no hand and no draw."""
