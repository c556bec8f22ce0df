"""The door page: self check-in on a tablet at the entrance. An extra."""
