"""An extra: the wall page, shown on a television in the playing room."""
