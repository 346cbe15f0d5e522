"""The trained networks, and what made them: scene renderer, training, evaluation."""
