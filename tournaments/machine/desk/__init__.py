"""The pages of the machine, and the journal of the whole club."""
