"""The cash of a tournament: fees, payments, expenses and the closing of the cash. An optional extra."""
