"""The tournaments of the club: first setup, new tournaments, their rules, their deletion, the home page."""
