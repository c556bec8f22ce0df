"""The parts of which every call of the API is made: views, serializers and their fields."""
