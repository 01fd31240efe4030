"""Objects of the project's types: made and filled, looked at part by part, changed, copied, and written as Python."""
