"""A static run, from the files to the report: collect, survey, judge, except, settle."""
