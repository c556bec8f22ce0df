"""The values that database columns may hold: enumerations and limits, in Python without Django."""
