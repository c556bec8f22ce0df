"""The identity of the club: name, address, logo and colours."""
