"""States of tournaments, stages and matches; the journal; version numbers of tournaments; undo."""
