"""What can go wrong in `models`, by what a caller can do about it."""

from __future__ import annotations


class ModelError(Exception):
    """The root of every error that `models` raises on purpose."""


class WeightsMissingError(ModelError):
    """A weights file that the manifest names is not there; the message names it and says how to make it."""


class WeightsCorruptError(ModelError):
    """A weights file or the manifest itself does not keep what the manifest says of it."""


class RuntimeMissingError(ModelError):
    """No package that could run the weights is installed; the message names what to install."""


class RendererError(ModelError):
    """A renderer of synthetic charts is not installed or refused a chart; the message says which and why."""


class TrainingError(ModelError, ValueError):
    """Training cannot start or go on; the message says what is missing or contradicts."""


class CalibrationError(ModelError, ValueError):
    """A calibration file of a real chart does not keep its format, or does not fit its gold table."""
