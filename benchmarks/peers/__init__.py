"""The rivals, side by side, in an environment of their own: make bench-peers."""
