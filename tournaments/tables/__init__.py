"""The organiser's evening page, with the match queue, round clock, calendar, paper sheets and tasks."""
