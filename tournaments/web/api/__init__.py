"""Common parts of the API: authentication and permissions, failures, the OpenAPI description, serializers."""
