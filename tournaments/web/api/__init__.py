"""What every call of the API shares: access, problems, the description, addresses."""
