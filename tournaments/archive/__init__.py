"""Archives: export, import and verification of a whole tournament as one file; past tournaments. An extra."""
