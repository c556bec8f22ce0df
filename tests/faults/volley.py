"""One of many processes that send the same thing at the same instant; prints the status it was answered.

python volley.py URL TOKEN METHOD PATH BODY INSTANT
"""

import http.client
import sys
import time
from urllib.parse import urlsplit


def main(url: str, token: str, method: str, path: str, body: str, instant: str) -> None:
    """Connect, wait for the instant (seconds of the epoch), send, print the status."""
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
