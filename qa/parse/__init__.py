"""From words to plans: the published surface forms, and questions as people write them."""
