"""The tutor: explains finance and an application, computes what can be computed, and says where it has it from."""
