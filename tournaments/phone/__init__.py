"""The pages of the phone at the table: hands, confirmation, disputes, signatures, no network."""
