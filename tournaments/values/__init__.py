"""The values that columns of the schema may hold: enumerations and limits, in Python without Django."""
