"""Background jobs, stored as database rows, and the files that jobs make."""
