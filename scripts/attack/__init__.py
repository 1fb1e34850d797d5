"""The attack suite: hostile submissions judged in real boxes, with a look at the host after each. See tests/hostile."""
