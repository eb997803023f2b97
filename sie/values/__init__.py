"""Value interpolation: tick text to numbers, scales, marks to data series."""
