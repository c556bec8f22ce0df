"""A site that phones reach through a faulty network, over plain HTTP or HTTPS.

The network terminates TLS, as a proxy does, with a certificate made for the test.
"""

import base64
import contextlib
import hashlib
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import trustme
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

from tests.faults.phones import NAME
from tests.faults.proxy import FaultyNetwork
from tests.faults.tables import Standing
from tests.servers.site import embedded_site


class Reached(NamedTuple):
    """A site, the network in front of the site, and the certificate hash that a phone must trust."""

    standing: Standing
    network: FaultyNetwork
    trusts: str = ""


@contextlib.contextmanager
def over_http(folder: Path, seed: int = 0, *, longest: float = 30.0) -> Iterator[Reached]:
    """Yield a site behind a faulty network over plain HTTP."""
    folder.mkdir()
    with embedded_site(folder) as site, FaultyNetwork(site.port, seed, longest=longest) as network:
        yield Reached(Standing(site, site.organise()), network)


@contextlib.contextmanager
def over_https(folder: Path, seed: int = 0, *, longest: float = 30.0) -> Iterator[Reached]:
    """Yield a site behind a faulty network that accepts only HTTPS."""
    certificate = trustme.CA().issue_cert(NAME)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(tls)
    with FaultyNetwork(0, seed, longest=longest, tls=tls) as network:
        origin = f"https://{NAME}:{network.port}"
        folder.mkdir()
        with embedded_site(folder, CSRF_TRUSTED_ORIGINS=origin, TRUSTED_PROXIES="127.0.0.1") as site:
            network.server = site.port
            yield Reached(Standing(site, site.organise()), network, spki(certificate))


def spki(certificate: trustme.LeafCert) -> str:
    """Return the public-key hash of a certificate in the format that Chromium's command line expects."""
    [pem, *_chain] = certificate.cert_chain_pems
    key = load_pem_x509_certificate(pem.bytes()).public_key()
    return base64.b64encode(
        hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    ).decode()
