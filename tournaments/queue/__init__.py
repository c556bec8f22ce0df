"""Jobs: rows in the database that workers claim, run and retry; the files that jobs make."""
