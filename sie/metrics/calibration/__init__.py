"""Whether sigmas are honest: how many true values lie within one and two sigma of what was read, by chart type.

Below that, how many numeric axes are right, wrong without saying so, flagged as uncertain, or refused.

python -m sie.metrics.calibration GOLD_DIR FIGURES_DIR --svg calibration.svg
"""
