"""The evening page of the organiser: queue, round clock, calendar, hands from paper, tasks."""
