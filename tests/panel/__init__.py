"""What a project sees of a request: the panel, `Server-Timing`, the log."""
