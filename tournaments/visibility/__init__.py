"""Who finds a tournament, and which of its pages everybody reads."""
