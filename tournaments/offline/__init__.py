"""The verdict on a phone without a network: its rules as data, and the scripts that read them."""
