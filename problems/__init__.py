"""Package formats in, one internal shape out; every finding is reported, not the first."""
