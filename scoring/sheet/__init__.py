"""The written sheet: hand, game, match and profile as rules, the log of facts, signing, the phones that may
write.

Knows no tournament.
"""
