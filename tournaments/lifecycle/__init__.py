"""States of tournaments, stages and matches, their journal, the versions of tournaments, and undo."""
