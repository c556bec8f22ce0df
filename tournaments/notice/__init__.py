"""The notice of a tournament: place, time, price, entry, regulations."""
