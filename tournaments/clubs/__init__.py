"""Several clubs on one site: each club has a host name and a database."""
