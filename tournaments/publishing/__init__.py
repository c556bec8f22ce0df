"""What others take along: files, calendars, feeds, embedded pages. An extra."""
