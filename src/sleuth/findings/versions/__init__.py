"""Which document replaces which: judged by names, by what documents say of themselves, and by what files state.

`names` takes a name apart, `weights` says which of two editions is the newer one, `portrait` holds what is compared of
a document and its sentences such as "Supersedes the version dated …". `by_notices`, `by_names` and `by_metadata`
propose links by one kind of evidence each, `kinship` tells whether two documents can be editions of one, `chains` puts
all links in order, the surest first, and `links` keeps those that do not contradict a surer one.
"""

from sleuth.findings.versions.chains import propose, renditions
from sleuth.findings.versions.links import Evidence, Proposal
from sleuth.findings.versions.names import series
from sleuth.findings.versions.portrait import Notice, Portrait, portray

__all__ = ["Evidence", "Notice", "Portrait", "Proposal", "portray", "propose", "renditions", "series"]
