"""Entries asked for from home: places, the waiting list, the personal link, the desk's tray."""
