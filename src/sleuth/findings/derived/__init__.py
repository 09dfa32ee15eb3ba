"""What arithmetic derives from findings: trends, anomalies, gaps, sums, and which of them matter."""
