"""2048 as it is played here: pure Python, the standard library alone, no clock, file or socket."""
