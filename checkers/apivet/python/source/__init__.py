"""Source text of one module: parsed, its statements and expressions lowered to the model's syntax."""
