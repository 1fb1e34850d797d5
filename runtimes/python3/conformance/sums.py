n = int(input())
numbers: list[int] = []
while len(numbers) < n:
    numbers += map(int, input().split())
print(sum(numbers))
