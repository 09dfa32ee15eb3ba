"""The rooms behind `locate`: whether a quote stands in a source, and may be cut where it is cut."""
