"""The only SQL and the only blob code."""
