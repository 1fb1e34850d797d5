"""Boxes: fresh sandboxes, used for one compile or one submission's tests, then destroyed. Imports `model` only."""
