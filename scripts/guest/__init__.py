"""`make test-cgroup2`: the sandbox's tests inside a virtual machine whose kernel has control groups of version 2 only.

No host needs to have version 2 for that, and none needs KVM. The virtual machine is built once and kept.
"""
