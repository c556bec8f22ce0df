"""The wall page, shown on a television in the playing room. An optional extra."""
