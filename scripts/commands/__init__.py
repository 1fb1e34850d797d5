"""The commands, a file for each thing that one works on."""
