"""The parts of a guide, and how they are read from texts and data."""
