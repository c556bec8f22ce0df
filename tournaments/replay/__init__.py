"""Recorded evenings played again over HTTP: the demo, and a check of the results."""
