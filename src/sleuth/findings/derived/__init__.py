"""What arithmetic derives from findings: trends, anomalies, gaps, and which of them matter."""
