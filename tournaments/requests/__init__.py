"""Online entry requests: form, waiting list, personal link and decision. An optional extra."""
