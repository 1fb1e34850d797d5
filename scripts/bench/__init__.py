"""Benchmarks: `make bench BENCH=name`. One JSON object a line, one figure an object."""
