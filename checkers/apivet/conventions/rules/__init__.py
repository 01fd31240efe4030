"""The rules, a module for each family: each rule is one object, found by importing this package."""
