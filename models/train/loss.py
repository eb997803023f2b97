"""The detection loss of the ultralytics models, chart by chart.

The batched loss divides by what is drawn in the whole batch, so that one scatter plot of 500 points outweighs all bars,
slices and plot areas beside it; and its assigner pads every chart to the batch's largest number of boxes, which costs
as much as a batch of such plots.
"""

from __future__ import annotations

from typing import Any

import torch
from ultralytics.utils.loss import v8DetectionLoss


class DetectionLoss(v8DetectionLoss):  # type: ignore[misc]
    """The loss in single precision on a network's raw outputs of any precision."""

    def of(
        self, outputs: dict[str, Any], boxes: list[torch.Tensor], size: int
    ) -> tuple[torch.Tensor, dict[str, float]]:
        """The summed loss of a batch and its parts.

        A chart's loss is a mean over its boxes; charts are averaged with the square root of their number of boxes.

        Args:
            outputs: the network's training outputs.
            boxes: per image float (n, 5): channel, xyxy in canvas pixels.
            size: the canvas side in pixels.
        """
        whole, parts = torch.zeros((), device=self.device), dict.fromkeys(self.loss_names, 0.0)
        weights = [max(len(own), 1) ** 0.5 for own in boxes]
        for i, own in enumerate(boxes):
            loss, told = self(_one(outputs, i), _targets(own, size))
            part = weights[i] / sum(weights)
            whole = whole + loss.sum() * part
            parts = {k: v + float(told[k]) * part for k, v in parts.items()}
        return whole * len(boxes), parts


def _one(outputs: dict[str, Any], i: int) -> dict[str, Any]:
    """One image's outputs as a batch."""
    one = slice(i, i + 1)
    feats = [level[one] for level in outputs["feats"]]
    return {"boxes": outputs["boxes"][one].float(), "scores": outputs["scores"][one].float(), "feats": feats}


def _targets(boxes: torch.Tensor, size: int) -> dict[str, torch.Tensor]:
    """Boxes (n, 5) as the loss wants them: centres and sides relative to the canvas."""
    centers, sides = (boxes[:, 1:3] + boxes[:, 3:5]) / 2, boxes[:, 3:5] - boxes[:, 1:3]
    bboxes = torch.cat([centers, sides], 1) / size
    return {"batch_idx": torch.zeros(len(boxes)), "cls": boxes[:, 0], "bboxes": bboxes}
