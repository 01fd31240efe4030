"""The front end for Go: sources in, the program under check out. Nothing is compiled, run or downloaded."""
