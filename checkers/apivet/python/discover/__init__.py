"""Discovery: strategies, registrations, schemes, conversions and gates, found among the declarations of a file."""
