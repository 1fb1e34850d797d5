print("the bracket is never closed"
