"""Stages of a tournament as their rows say: facts read into values of the rules, rounds asked for, stages
added.
"""
