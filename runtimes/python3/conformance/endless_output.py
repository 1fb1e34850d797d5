while True:
    print("and again")
