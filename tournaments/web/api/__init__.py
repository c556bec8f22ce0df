"""Common parts of the API: authentication, permissions, errors, the OpenAPI description, serializers."""
