"""Prizes: what there is for whom, who has been given it, and what is printed for them."""
