"""Evenings that fit: so many who enter, so many tables, until when. It makes no tournament."""
