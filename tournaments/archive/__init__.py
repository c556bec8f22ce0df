"""Archives: a tournament as one file, exported, imported, verified; past tournaments. An optional extra."""
