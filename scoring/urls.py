"""URLs of the API views that do not depend on a tournament."""

from django.urls import path

from scoring.sheet import api as views

urlpatterns = [
    path("card-games/", views.CardGames.as_view()),
    path("card-games/<slug:key>/", views.OneCardGame.as_view()),
    path("sheets/check/", views.SheetCheck.as_view()),
]
