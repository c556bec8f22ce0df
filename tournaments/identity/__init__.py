"""Who the club is: its name, where it is found, its logo and colours. It knows no tournament by itself."""
