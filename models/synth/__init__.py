"""Synthetic charts with complete truth: the table, ticks, texts, legend and every mark, pixel by pixel."""
