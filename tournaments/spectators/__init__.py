"""The front page of the site and the pages of a tournament that combine several subjects."""
