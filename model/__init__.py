"""Plain values and rules, without any input or output."""
