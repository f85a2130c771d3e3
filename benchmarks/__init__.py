"""What the library costs, next to DRF and to a hand-written function: python -m benchmarks."""
