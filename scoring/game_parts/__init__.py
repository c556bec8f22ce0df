"""Parts of card games: `CardGame`, fields, options, declarations, endings. They know no game."""
