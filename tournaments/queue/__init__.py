"""Jobs: rows written with the fact that needs them, claimed, tried again, and the files they make."""
