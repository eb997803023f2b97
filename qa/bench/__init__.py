"""The RealCQA bench: questions made and sampled, answers scored, results compared."""
