import array
import bisect
import collections
import decimal
import fractions
import functools
import heapq
import itertools
import json
import math
import random
import re
import string

assert array and bisect and collections and decimal and fractions and functools and heapq
assert itertools and json and math and random and re and string
print("done")
