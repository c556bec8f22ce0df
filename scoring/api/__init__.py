"""Base classes for the API: views, serializers and serializer fields."""
