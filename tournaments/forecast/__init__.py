"""When it will end. An extra."""
