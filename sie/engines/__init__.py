"""Other ways to run a batch than processes on this machine."""
