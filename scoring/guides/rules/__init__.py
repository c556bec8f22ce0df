"""The parts of a guide, and the code that reads them from texts and data."""
