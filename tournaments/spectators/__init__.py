"""The pages for spectators: front page, bracket or standings, rounds, tables, score sheets and teams."""
