"""Which document replaces which: judged by names, by what documents say of themselves, and by what files state.

`names` takes a name apart, `weights` says which of two editions is the newer one, `portrait` holds what is compared of
a document and its sentences such as "Supersedes the version dated …", `chains` proposes the links.
"""

from sleuth.findings.versions.chains import Evidence, Proposal, propose, renditions
from sleuth.findings.versions.names import series
from sleuth.findings.versions.portrait import Notice, Portrait, portray

__all__ = ["Evidence", "Notice", "Portrait", "Proposal", "portray", "propose", "renditions", "series"]
