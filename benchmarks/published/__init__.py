"""What others have measured and published, asked again: the questions are bench_published_*.py."""
