"""The pages of those who run the club: who does, and one's own access."""
