"""The machine for who runs the club: its copies and their trial runs, room, work, the journal. An extra.

Copies themselves are written and read by `copies`, which is of the core; the data is swapped by `config`.
"""
