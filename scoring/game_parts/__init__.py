"""Building blocks of card games: `CardGame`, fields, options, declarations, endings."""
