"""The organiser's evening page, the match queue, the round clock, the calendar, paper sheets and tasks."""
