"""Rules shared by Marianna and Cinquecento: declarations that set trumps, and the play of a hand."""
