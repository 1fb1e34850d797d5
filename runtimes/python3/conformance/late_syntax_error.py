print("begins well")
return 3
