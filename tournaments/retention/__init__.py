"""Erasure of names after a period that the club sets, and deletion of old rows. An optional extra."""
