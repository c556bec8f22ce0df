"""Parts of formats: plans, brackets, advancement, pairing, names of rounds. They know no single format."""
