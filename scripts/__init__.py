"""The command `pgjudge`: thin commands over the parts."""
