"""What a club plays each card game by unless it says otherwise, and an example that shows what that does."""
