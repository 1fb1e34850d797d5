line = input()
print(line)
print(len(line))
