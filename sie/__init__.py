"""Charts in, tables out: semi-structured information extraction from chart images."""

__version__ = "0.1.0"
