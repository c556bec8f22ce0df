"""The evening page of the desk, the match queue, the round clock, the calendar and paper sheets."""
