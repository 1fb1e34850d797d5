"""The worker: claims submissions, judges them in boxes, answers with a verdict."""
