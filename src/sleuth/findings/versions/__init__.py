"""Which document replaces which: judged by names, by what documents say of themselves, and by what files state.

`names` takes a name apart, `ordering` says which of two names is the later edition, `notices` reads sentences such as
"Supersedes the version dated …", `portrait` holds what is compared of a document, `chains` proposes the links.
"""

from sleuth.findings.versions.chains import Evidence, Proposal, propose, renditions
from sleuth.findings.versions.names import series
from sleuth.findings.versions.portrait import Notice, Portrait, portray

__all__ = ["Evidence", "Notice", "Portrait", "Proposal", "portray", "propose", "renditions", "series"]
