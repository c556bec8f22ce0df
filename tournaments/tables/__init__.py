"""The evening at the tables: queue, calls, clock, calendar, sheets typed from paper, what waits for the
director.
"""
