"""Components: what pages are put together of, shown in all its states. They know no tournament."""
