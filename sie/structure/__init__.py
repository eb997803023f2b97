"""Structure analysis: panels, plot areas, axes with ticks and scales, legends, text roles."""
