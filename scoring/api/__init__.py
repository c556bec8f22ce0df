"""Base classes of the API: views, serializers and serializer fields."""
