"""What a browser may lend to our pages: nothing of what they never ask for."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

NEVER = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
HEADER = ", ".join(f"{each}=()" for each in NEVER)

GetResponse = Callable[[HttpRequest], HttpResponse]


def permissions_policy(get_response: GetResponse) -> GetResponse:
    """Middleware: say so with every answer."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Permissions-Policy"] = HEADER
        return response

    return answer
