"""The detection loss of the ultralytics models, made cheap on CPUs for charts with hundreds of marks."""

from __future__ import annotations

from typing import Any

import torch
from ultralytics.utils.loss import v8DetectionLoss
from ultralytics.utils.tal import TaskAlignedAssigner


class PerImageAssigner(TaskAlignedAssigner):  # type: ignore[misc]
    """Assigns image by image.

    The batched assigner pads every image to the batch's largest number of boxes; one scatter plot of 500 points then
    costs as much as a batch of them. The result is the same.
    """

    @torch.no_grad()
    def forward(
        self,
        pd_scores: torch.Tensor,
        pd_bboxes: torch.Tensor,
        anc_points: torch.Tensor,
        gt_labels: torch.Tensor,
        gt_bboxes: torch.Tensor,
        mask_gt: torch.Tensor,
        **extra: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        """The batched assigner's five results, stacked from single images."""
        counts = mask_gt.squeeze(-1).sum(1).int().tolist()
        parts = []
        for i, n in enumerate(counts):
            one = slice(i, i + 1)
            result = super().forward(
                pd_scores[one],
                pd_bboxes[one],
                anc_points,
                gt_labels[one, :n],
                gt_bboxes[one, :n],
                mask_gt[one, :n],
                **extra,
            )
            parts.append(result)
        return tuple(torch.cat([p[k].to(parts[0][k].dtype) for p in parts]) for k in range(5))


class DetectionLoss(v8DetectionLoss):  # type: ignore[misc]
    """The loss in single precision on a network's raw outputs of any precision."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__(model)
        old: TaskAlignedAssigner = self.assigner  # type: ignore[has-type]
        if self.device.type == "cpu":
            self.assigner = PerImageAssigner(
                topk=old.topk, num_classes=old.num_classes, alpha=old.alpha, beta=old.beta, stride=old.stride
            )

    def of(
        self, outputs: dict[str, Any], boxes: list[torch.Tensor], size: int
    ) -> tuple[torch.Tensor, dict[str, float]]:
        """The summed loss of a batch and its parts.

        Args:
            outputs: the network's training outputs.
            boxes: per image float (n, 5): channel, xyxy in canvas pixels.
            size: the canvas side in pixels.
        """
        raw = {"boxes": outputs["boxes"].float(), "scores": outputs["scores"].float(), "feats": outputs["feats"]}
        index = torch.cat([torch.full((len(b),), i, dtype=torch.float32) for i, b in enumerate(boxes)])
        rows = torch.cat(boxes)
        centers, sides = (rows[:, 1:3] + rows[:, 3:5]) / 2, rows[:, 3:5] - rows[:, 1:3]
        batch = {"batch_idx": index, "cls": rows[:, 0], "bboxes": torch.cat([centers, sides], 1) / size}
        loss, parts = self(raw, batch)
        return loss.sum(), {k: float(v) for k, v in parts.items()}
