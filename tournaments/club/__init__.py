"""The club and its tournaments: the first set-up, a new tournament and its rules, the home page."""
