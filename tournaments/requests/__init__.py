"""Online entry requests: accepted requests, waiting list, personal link, decision. An optional extra."""
