"""The tournaments of the club: first set-up, new tournament, its rules, its deletion, home page."""
