"""Plain data that host and worker tell each other, and what both know of files and processes."""
