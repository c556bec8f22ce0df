"""Who finds a tournament on the site: everybody, or only those who run it and play in it."""

from enum import StrEnum

from scoring.errors import NotNow
from scoring.sentences import Sentence, _


class Visibility(StrEnum):
    """A draft was never shown; what is unpublished was, and is taken off the site."""

    DRAFT = "draft"
    PUBLISHED = "published"
    UNPUBLISHED = "unpublished"


def refuse_visibility(before: Visibility, after: Visibility) -> None:
    """Raise NotNow when what was shown is to be a draft again."""
    if after is Visibility.DRAFT and before is not Visibility.DRAFT:
        text = _("This tournament was shown already and is no draft any more. Take it off the site instead.")
        raise NotNow("shown_already", Sentence(text))
