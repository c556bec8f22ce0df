"""The evening page of the organiser: queue of matches, round clock, calendar, hands from paper, tasks."""
