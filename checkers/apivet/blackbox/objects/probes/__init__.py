"""Values that note what they are compared with."""
