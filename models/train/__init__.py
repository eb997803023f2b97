"""Training of the visual element detector on synthetic charts."""
