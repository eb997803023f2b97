"""Visual elements: which marks a plot area holds, exactly where, and which series each belongs to."""
