"""Serializers for the API that returns the rules of card games as JSON."""

from rest_framework.serializers import CharField, DictField, IntegerField, JSONField, ListField

from scoring.api.serializers import Answer


class DefinitionAnswer(Answer):
    """The rules of a card game as JSON; `scoring/offline/syntax.py` explains the values and codes.

    Used only for the OpenAPI description: `scoring/offline/publish.py` writes the definition once per card
    game and language.
    """

    format = IntegerField()
    card_game = CharField()
    language = CharField()
    entries = DictField(child=IntegerField())
    values = ListField(child=JSONField())
    codes = ListField(child=JSONField())
    words = DictField(child=CharField())
