"""The secrets of this household: the signing key and the two joining codes, kept in one file."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path

# No letter or digit that is mistaken for another when read aloud or typed.
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Keys:
    secret: str
    play: str
    watch: str
    generation: int = 1  # grows when codes are renewed; older sessions end

    def role_for(self, code: str) -> str | None:
        typed = plain(code)
        matches = {
            "player": hmac.compare_digest(typed.encode(), self.play.encode()),
            "watcher": hmac.compare_digest(typed.encode(), self.watch.encode()),
        }
        return next((role for role, right in matches.items() if right), None)


def new_keys(generation: int = 1) -> Keys:
    return Keys(secrets.token_hex(32), _new_code(), _new_code(), generation)


def load_keys(file: Path) -> Keys:
    """The keys of this data folder, made at the first start."""
    try:
        return Keys(**json.loads(file.read_text("utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return save_keys(file, new_keys())


def renew_codes(file: Path, keys: Keys) -> Keys:
    fresh = replace(keys, play=_new_code(), watch=_new_code(), generation=keys.generation + 1)
    return save_keys(file, fresh)


def save_keys(file: Path, keys: Keys) -> Keys:
    file.parent.mkdir(parents=True, exist_ok=True)
    half = file.with_suffix(".new")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        json.dump(asdict(keys), out)
    half.replace(file)
    return keys


def plain(code: str) -> str:
    """A code as typed, without case, blanks and dashes."""
    return "".join(letter for letter in code.upper()[:64] if letter.isalnum())


def pretty(code: str) -> str:
    return f"{code[:4]}-{code[4:]}"


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
