"""A whole event as one file: written, brought from another site, verified; the club's past. An extra."""
