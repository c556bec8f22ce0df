"""Requests for entry from home: places, waiting list, personal link, decision. An extra."""
