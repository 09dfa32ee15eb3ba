"""What a sentence says of what: whether the quotes give its numbers, dates, parties and sides to the same things.

`doubts.py` puts them together: what is certain contradicts the sentence, the rest no model may judge. `refutations.py`
adds what the closest alignment shows to be denied, exchanged or overstated. `joined.py` tells a sentence that only puts
sentences of its source one behind the other.
"""
