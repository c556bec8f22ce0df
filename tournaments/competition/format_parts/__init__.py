"""The parts formats are made of: plans, brackets, who goes on, pairing, seeding, names of rounds.

Pure; knows no single format.
"""
