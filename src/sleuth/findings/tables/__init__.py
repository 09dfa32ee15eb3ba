"""Tables become findings: headings, times, units, lines, parts; what the primary statements contradict goes."""
