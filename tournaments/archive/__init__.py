"""The extra for archives: export, import and verification of a tournament as one file; past tournaments."""
