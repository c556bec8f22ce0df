"""Results in formats for other programs: files, calendars, feeds, embedded pages. An optional extra."""
