"""The page of a tablet at the door: who comes touches the own name. It marks presence, and knows no more."""
