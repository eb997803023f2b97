"""Weights and their facts, model loading, synthetic charts and training."""
