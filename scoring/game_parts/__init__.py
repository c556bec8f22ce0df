"""Parts that card games are made of: `CardGame`, fields, options, declarations, endings."""
