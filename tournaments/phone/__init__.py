"""The pages of the phone at a table: hands, confirmation, disputes, signatures, offline copies."""
