"""Send a request at a given time, simultaneously with other processes, and print the response.

python volley.py URL TOKEN METHOD PATH BODY INSTANT
"""

import http.client
import sys
import time
from urllib.parse import urlsplit


def main(url: str, token: str, method: str, path: str, body: str, instant: str) -> None:
    """Connect, wait until the given time (seconds since the epoch), send the request, print the response."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    connection.connect()
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    time.sleep(max(0.0, float(instant) - time.time()))
    connection.request(method, path, body=body.encode(), headers=headers)
    answer = connection.getresponse()
    print(answer.status, answer.read().decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
