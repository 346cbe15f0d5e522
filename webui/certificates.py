"""A certificate authority of this household, because browsers give cameras to https pages only.

It is made once and kept in the data folder. It can vouch for private addresses, home names and
this computer only, so a phone that trusts it is not put at risk elsewhere.
"""

from __future__ import annotations

import ipaddress
import os
import plistlib
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones refuse longer ones
RENEW_DAYS = 30
HOME_DOMAINS = ("localhost", "local", "lan", "home", "internal", "home.arpa", "fritz.box")
HOME_NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
    "127.0.0.0/8", "::1/128", "fc00::/7", "fe80::/10",
)  # fmt: skip
Key = ec.EllipticCurvePrivateKey
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Files:
    """Where authority and server certificate lie."""

    folder: Path

    @property
    def authority(self) -> Path:
        return self.folder / "authority.crt"

    @property
    def authority_key(self) -> Path:
        return self.folder / "authority.key"

    @property
    def server(self) -> Path:
        return self.folder / "server.crt"

    @property
    def server_key(self) -> Path:
        return self.folder / "server.key"


def ready_certificates(folder: Path, names: Sequence[str], addresses: Sequence[str]) -> Files:
    """Authority and server certificate for these names and addresses, made or renewed as needed."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    files = Files(folder)
    if not (files.authority.exists() and files.authority_key.exists()):
        _make_authority(files, names, addresses)
    if not _serves(files, names, addresses):
        _make_server(files, names, addresses)
    return files


def fingerprint(certificate: Path) -> str:
    """The SHA-256 fingerprint as phones show it: AB:CD:…"""
    return load(certificate).fingerprint(hashes.SHA256()).hex(":").upper()


def load(certificate: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificate.read_bytes())


def profile(certificate: Path, purpose: str) -> bytes:
    """The authority as a profile that an iPhone offers to install, saying what for."""
    der = load(certificate).public_bytes(serialization.Encoding.DER)
    root = {
        "PayloadType": "com.apple.security.root",
        "PayloadContent": der,
        "PayloadDisplayName": "Tripad",
        **_payload("authority", der),
    }
    whole = {
        "PayloadType": "Configuration",
        "PayloadDisplayName": "Tripad",
        "PayloadDescription": purpose,
        "PayloadContent": [root],
        **_payload("profile", der),
    }
    return plistlib.dumps(whole)


def _payload(part: str, der: bytes) -> dict[str, object]:
    identity = uuid.uuid5(uuid.NAMESPACE_OID, part + der.hex())
    return {
        "PayloadIdentifier": f"tripad.{part}",
        "PayloadUUID": str(identity),
        "PayloadVersion": 1,
    }


def vouchable(
    authority: x509.Certificate, names: Iterable[str], addresses: Iterable[str]
) -> list[x509.GeneralName]:
    """The names and addresses that this authority may vouch for, with loopback."""
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    domains, networks = _split(permitted.permitted_subtrees or ())
    ips = [ipaddress.ip_address(a) for a in dict.fromkeys(["127.0.0.1", "::1", *addresses])]
    known = [ip for ip in ips if any(ip in network for network in networks)]
    hosts = [n for n in dict.fromkeys(["localhost", *names]) if _within(n, domains)]
    return [*map(x509.DNSName, hosts), *map(x509.IPAddress, known)]


def _split(permitted: Iterable[x509.GeneralName]) -> tuple[list[str], list[Network]]:
    domains = [one.value for one in permitted if isinstance(one, x509.DNSName)]
    values = [one.value for one in permitted if isinstance(one, x509.IPAddress)]
    networks = (ipaddress.IPv4Network, ipaddress.IPv6Network)
    return domains, [value for value in values if isinstance(value, networks)]


def _within(name: str, domains: Iterable[str]) -> bool:
    return any(name == domain or name.endswith(f".{domain}") for domain in domains)


def _constraints(names: Sequence[str], addresses: Sequence[str]) -> x509.NameConstraints:
    own = [name for name in names if name.isascii() and not {"_", " "} & set(name)]
    networks = [ipaddress.ip_network(network) for network in (*HOME_NETWORKS, *addresses)]
    domains = dict.fromkeys((*HOME_DOMAINS, *own))
    return x509.NameConstraints([*map(x509.DNSName, domains), *map(x509.IPAddress, networks)], None)


def _make_authority(files: Files, names: Sequence[str], addresses: Sequence[str]) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _name(f"Tripad on {names[0] if names else 'this computer'}")
    usage = _usage(key_cert_sign=True, crl_sign=True)
    certificate = (
        _dated(subject, subject, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(_constraints(names, addresses), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(files.authority_key, key)
    _write(files.authority, certificate.public_bytes(serialization.Encoding.PEM), 0o644)


def _make_server(files: Files, names: Sequence[str], addresses: Sequence[str]) -> None:
    authority, signing = load(files.authority), _load_key(files.authority_key)
    alternative = x509.SubjectAlternativeName(vouchable(authority, names, addresses))
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    certificate = (
        _dated(_name("Tripad"), authority.subject, key, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(alternative, critical=False)
        .add_extension(issuer, critical=False)
        .sign(signing, hashes.SHA256())
    )
    _write_key(files.server_key, key)
    _write(files.server, certificate.public_bytes(serialization.Encoding.PEM), 0o644)


def _serves(files: Files, names: Sequence[str], addresses: Sequence[str]) -> bool:
    if not (files.server.exists() and files.server_key.exists()):
        return False
    certificate, authority = load(files.server), load(files.authority)
    alternative = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    fresh = certificate.not_valid_after_utc - datetime.now(UTC) > timedelta(days=RENEW_DAYS)
    missing = set(vouchable(authority, names, addresses)) - set(alternative.value)
    return fresh and not missing and _signed_by(certificate, authority)


def _signed_by(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def _dated(subject: x509.Name, issuer: x509.Name, key: Key, days: int) -> x509.CertificateBuilder:
    start = datetime.now(UTC) - timedelta(days=1)  # phones' clocks differ
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=days))
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common[:64])])


def _usage(**allowed: bool) -> x509.KeyUsage:
    every = (
        "digital_signature", "content_commitment", "key_encipherment", "data_encipherment",
        "key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only",
    )  # fmt: skip
    return x509.KeyUsage(**{use: allowed.get(use, False) for use in every})


def _write_key(path: Path, key: Key) -> None:
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    _write(path, pem, 0o600)


def _write(path: Path, content: bytes, mode: int) -> None:
    """All or nothing, and never readable by others for a moment."""
    half = path.with_suffix(path.suffix + ".new")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    half.replace(path)


def _load_key(path: Path) -> Key:
    key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key
