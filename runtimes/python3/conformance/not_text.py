# café
print("never")
