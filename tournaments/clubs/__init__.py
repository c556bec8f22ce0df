"""Several clubs on one site: which there are, by which host name each goes, and the database each has."""
