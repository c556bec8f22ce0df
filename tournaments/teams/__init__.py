"""One team in its tournament: its page, matches and charts."""
