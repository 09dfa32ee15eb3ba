"""The analyst's behaviours, one module each: a turn goes in, an answer in the shape of its intent comes out."""
