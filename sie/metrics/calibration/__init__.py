"""Whether sigmas are honest: how many true values lie within one and two sigma of what was read, by chart type.

python -m sie.metrics.calibration GOLD_DIR FIGURES_DIR --svg calibration.svg
"""
