"""Text analysis: find text blocks in a picture, recognize them, split and join them."""
