# Prints nan, which is near to nothing.
print("nan nan")
