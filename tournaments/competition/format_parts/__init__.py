"""Parts shared by all formats: plans, brackets, advancement, pairing, round names."""
