"""The register of persons: names, merged and split persons, results over the years, log-in."""
