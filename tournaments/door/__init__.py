"""The check-in page, on which players check in at a tablet at the entrance. An optional extra."""
