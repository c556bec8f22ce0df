"""The notice of a tournament: where, when, what it costs, how one enters; it knows no request."""
