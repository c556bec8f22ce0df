"""The register of persons: names, merges and splits, results over the years, and log-in."""
