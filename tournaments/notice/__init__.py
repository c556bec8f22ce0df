"""The notice of a tournament: location, time, price, entry, regulations."""
