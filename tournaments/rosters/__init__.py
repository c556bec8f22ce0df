"""The players of a team during a tournament: seats, substitutes, withdrawals, merged persons."""
