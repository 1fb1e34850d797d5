"""Periodic duties, one file each. Any number of reapers may run; one acts."""
