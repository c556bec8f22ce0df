"""What Marianna and Cinquecento share: declarations that make trumps, and the play of such a hand."""
