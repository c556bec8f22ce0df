"""The front page of the site, and the tournament pages that combine data from several packages."""
