"""Pages for the phones at the tables: hands, confirmation, disputes, signatures, offline copies."""
