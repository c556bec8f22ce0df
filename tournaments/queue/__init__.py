"""Jobs that workers claim, run and retry, stored as database rows, and the files that these jobs make."""
