"""What spectators read: the front page, bracket or standings, rounds, tables, sheets and teams."""
