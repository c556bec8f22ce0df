"""The tournaments of the club: first setup, creation, rules, deletion, and the home page of the desk."""
