"""The pages of the phone at the table: opened, a hand asked for step by step, confirmed, signed, disputed,
and without a network.
"""
